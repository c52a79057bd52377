import { compareQuantities, formatQuantity, parseQuantity, type Quantity } from '@banyan/api/quantity';

/** Amounts by the name under which a quota counts them. */
export type QuotaAmounts = ReadonlyMap<string, Quantity>;

export const ONE: Quantity = { unscaled: 1n, scale: 0, format: 'DecimalSI' };
const NONE: Quantity = { unscaled: 0n, scale: 0, format: 'DecimalSI' };

export function parseAmounts(texts: Readonly<Record<string, string>> = {}): QuotaAmounts {
  return new Map(Object.entries(texts).map(([name, text]) => [name, parseQuantity(text) ?? NONE]));
}

export function formatAmounts(amounts: QuotaAmounts): Record<string, string> {
  return Object.fromEntries([...amounts].map(([name, amount]) => [name, formatQuantity(amount)]));
}

/** What both are together, under the names of the first alone. */
export function addAmounts(to: QuotaAmounts, more: QuotaAmounts): QuotaAmounts {
  return new Map([...to].map(([name, amount]) => [name, added(amount, more.get(name) ?? NONE)]));
}

/** Sums what several say, under all their names. */
export function sumAmounts(parts: readonly QuotaAmounts[]): QuotaAmounts {
  const sum = new Map<string, Quantity>();
  for (const part of parts)
    for (const [name, amount] of part) sum.set(name, added(sum.get(name) ?? NONE, amount));
  return sum;
}

/** Name by name the larger of two. */
export function largestAmounts(a: QuotaAmounts, b: QuotaAmounts): QuotaAmounts {
  const largest = new Map(a);
  for (const [name, amount] of b) {
    const other = largest.get(name);
    if (other === undefined || compareQuantities(other, amount) < 0) largest.set(name, amount);
  }
  return largest;
}

export function onlyNamed(amounts: QuotaAmounts, names: QuotaAmounts): QuotaAmounts {
  return new Map([...amounts].filter(([name]) => names.has(name)));
}

/** By how much the first is more, under those names alone under which it is. */
export function amountsOver(a: QuotaAmounts, b: QuotaAmounts): QuotaAmounts {
  const more = new Map<string, Quantity>();
  for (const [name, amount] of a) {
    const other = b.get(name) ?? NONE;
    const difference = added(amount, { ...other, unscaled: -other.unscaled });
    if (difference.unscaled > 0n) more.set(name, { ...difference, format: amount.format });
  }
  return more;
}

/** The names under which there is more than allowed. */
export function namesOver(amounts: QuotaAmounts, allowed: QuotaAmounts): string[] {
  return [...amounts]
    .filter(([name, amount]) => compareQuantities(amount, allowed.get(name) ?? NONE) > 0)
    .map(([name]) => name);
}

function added(a: Quantity, b: Quantity): Quantity {
  const scale = Math.min(a.scale, b.scale);
  const at = (one: Quantity) => one.unscaled * 10n ** BigInt(one.scale - scale);
  return { unscaled: at(a) + at(b), scale, format: a.unscaled === 0n ? b.format : a.format };
}
