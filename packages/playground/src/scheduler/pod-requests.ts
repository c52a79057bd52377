import { parseQuantity, quantityNumber } from '@banyan/api/quantity';
import type { Container, Pod } from '@banyan/api/objects';

/** Amounts by the name of the resource; `pods` counts the pod itself. */
export type Amounts = Readonly<Record<string, number>>;

/** What a pod asks of its node. Sidecars run beside everything that comes after them, other init containers alone. */
export function podRequests({ spec }: Readonly<Pod>): Amounts {
  const sidecars: Record<string, number> = {};
  let beforeStart: Record<string, number> = {};
  for (const container of spec.initContainers ?? []) {
    const own = requestsOf(container);
    if (container.restartPolicy === 'Always') addTo(sidecars, own);
    const inTurn = container.restartPolicy === 'Always' ? sidecars : sum(sidecars, own);
    beforeStart = greatest(beforeStart, inTurn);
  }
  const running = spec.containers.map(requestsOf).reduce<Record<string, number>>(sum, sidecars);
  return sum(greatest(beforeStart, running), { ...amounts(spec.overhead), pods: 1 });
}

export function amounts(list: Readonly<Record<string, string>> | undefined): Record<string, number> {
  const entries = Object.entries(list ?? {}).map(([name, text]): [string, number] => {
    const quantity = parseQuantity(text);
    return [name, quantity === undefined ? 0 : quantityNumber(quantity)];
  });
  return Object.fromEntries(entries);
}

function sum(a: Amounts, b: Amounts): Record<string, number> {
  const total = { ...a };
  addTo(total, b);
  return total;
}

function addTo(total: Record<string, number>, more: Amounts): void {
  for (const [name, amount] of Object.entries(more)) total[name] = (total[name] ?? 0) + amount;
}

function greatest(a: Amounts, b: Amounts): Record<string, number> {
  const result = { ...a };
  for (const [name, amount] of Object.entries(b)) result[name] = Math.max(result[name] ?? 0, amount);
  return result;
}

function requestsOf({ resources }: Container): Record<string, number> {
  return amounts(resources?.requests);
}
