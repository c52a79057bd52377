import { canonicalQuantity } from '@banyan/api/quantity';

/** A quantity as the server writes it; or what is wrong with the text, in its words. */
export type ParsedQuantity = { readonly text: string } | { readonly error: string };

const FORM = /^[+-]?\d*(?:\.\d*)?([eEinumkKMGTP]*[+-]?\d*)$/;
const SUFFIX = /^(?:[numkMGTPE]|[KMGTPE]i|[eE][+-]?\d+)?$/;
const EXPONENT = /[eE]([+-]?\d+)$/;

const FORMAT_WRONG =
  "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const SUFFIX_WRONG = "unable to parse quantity's suffix";
const NUMBER_WRONG = 'unable to parse numeric part of quantity';

/** Numbers of more digits than a thousand are no resources: working with them would only cost time. */
const MAX_EXPONENT = 1000;

/** Reads what Kubernetes' ParseQuantity reads, spaces around it included. A number is read as its text. */
export function parseGoQuantity(value: string): ParsedQuantity {
  const text = value.trim();
  const [, suffix] = FORM.exec(text) ?? [];
  if (suffix === undefined || text === '') return { error: FORMAT_WRONG };
  if (!SUFFIX.test(suffix)) return { error: SUFFIX_WRONG };
  const exponent = Number(EXPONENT.exec(suffix)?.[1] ?? 0);
  if (Math.abs(exponent) > MAX_EXPONENT || text.length > MAX_EXPONENT) return { error: NUMBER_WRONG };
  if (/\d/.test(text.slice(0, text.length - suffix.length))) return { text: canonicalQuantity(text) ?? '0' };
  // Without a digit it is zero ("-", ".", "Ki"), but not in the largest units.
  return suffix === 'Pi' || suffix === 'Ei' ? { error: NUMBER_WRONG } : { text: '0' };
}
