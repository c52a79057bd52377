import { compareQuantities, parseQuantity, type Quantity } from '@banyan/api/quantity';
import type { ResourceRequirements } from './container-spec.ts';
import type { PodSpec } from './pod-spec.ts';

const COMPUTE = ['cpu', 'memory'] as const;

/** How a Pod is treated when its node runs short: by what it asks for. */
export function qosClassOf(spec: PodSpec): 'Guaranteed' | 'Burstable' | 'BestEffort' {
  const all = spec.resources
    ? [spec.resources]
    : [...(spec.containers ?? []), ...(spec.initContainers ?? [])].map(({ resources }) => resources);
  const asked = all.some(({ limits, requests }) =>
    COMPUTE.some((name) => isPositive(limits?.[name]) || isPositive(requests?.[name])),
  );
  if (!asked) return 'BestEffort';
  return all.every(isGuaranteed) && sameSums(all) ? 'Guaranteed' : 'Burstable';
}

function isGuaranteed({ limits }: ResourceRequirements): boolean {
  return COMPUTE.every((name) => isPositive(limits?.[name]));
}

function sameSums(all: readonly ResourceRequirements[]): boolean {
  return COMPUTE.every((name) => {
    const requested = sum(all.map(({ requests }) => requests?.[name]));
    return (
      requested.unscaled > 0n &&
      compareQuantities(requested, sum(all.map(({ limits }) => limits?.[name]))) === 0
    );
  });
}

function sum(texts: readonly (string | undefined)[]): Quantity {
  const quantities = texts.map((text) => parseQuantity(text ?? '0')).filter((each) => each !== undefined);
  const scale = Math.min(0, ...quantities.map((each) => each.scale));
  const unscaled = quantities.reduce(
    (total, each) => total + each.unscaled * 10n ** BigInt(each.scale - scale),
    0n,
  );
  return { unscaled, scale, format: 'DecimalSI' };
}

function isPositive(text: string | undefined): boolean {
  return (parseQuantity(text ?? '0')?.unscaled ?? 0n) > 0n;
}
