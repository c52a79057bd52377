import type { Container, PodSpec, ResourceRequirements } from '@banyan/api/objects';
import { compareQuantities, formatQuantity, parseQuantity, type Quantity } from '@banyan/api/quantity';

type Amounts = Map<string, Quantity>;

/**
 * What a pod takes, as Kubernetes counts it: the sum of its containers and of the sidecars among the init containers,
 * or what an init container takes beside the sidecars before it, if that is more. A request that is not written is the
 * limit. Undefined if nothing is asked for.
 */
export function podResources(pod: Partial<PodSpec>): ResourceRequirements | undefined {
  const requests = total(pod, requestsOf);
  const limits = total(pod, limitsOf);
  if (requests.size === 0 && limits.size === 0) return undefined;
  return {
    ...(requests.size > 0 && { requests: written(requests) }),
    ...(limits.size > 0 && { limits: written(limits) }),
  };
}

function total(
  { containers = [], initContainers = [] }: Partial<PodSpec>,
  amountsOf: (container: Container) => Amounts,
): Amounts {
  const sidecars: Amounts = new Map();
  const peak: Amounts = new Map();
  for (const container of initContainers) {
    if (container.restartPolicy === 'Always') {
      add(sidecars, amountsOf(container));
      raise(peak, sidecars);
    } else {
      const together = new Map(sidecars);
      add(together, amountsOf(container));
      raise(peak, together);
    }
  }
  const running = sidecars;
  for (const container of containers) add(running, amountsOf(container));
  raise(running, peak);
  return running;
}

function requestsOf({ resources = {} }: Container): Amounts {
  return parsed({ ...resources.limits, ...resources.requests });
}

function limitsOf({ resources = {} }: Container): Amounts {
  return parsed(resources.limits ?? {});
}

/** YAML may have left a number; what is no quantity is left out. */
function parsed(list: Record<string, string>): Amounts {
  const amounts: Amounts = new Map();
  for (const [name, text] of Object.entries(list)) {
    const quantity = parseQuantity(String(text));
    if (quantity !== undefined) amounts.set(name, quantity);
  }
  return amounts;
}

function add(sum: Amounts, amounts: Amounts): void {
  for (const [name, quantity] of amounts) {
    const before = sum.get(name);
    sum.set(name, before === undefined ? quantity : plus(before, quantity));
  }
}

function raise(least: Amounts, amounts: Amounts): void {
  for (const [name, quantity] of amounts) {
    const before = least.get(name);
    if (before === undefined || compareQuantities(before, quantity) < 0) least.set(name, quantity);
  }
}

function plus(a: Quantity, b: Quantity): Quantity {
  const scale = Math.min(a.scale, b.scale);
  const at = ({ unscaled, scale: own }: Quantity): bigint => unscaled * 10n ** BigInt(own - scale);
  return { unscaled: at(a) + at(b), scale, format: a.format };
}

function written(amounts: Amounts): Record<string, string> {
  return Object.fromEntries([...amounts].map(([name, quantity]) => [name, formatQuantity(quantity)]));
}
