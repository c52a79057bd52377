import type { LabelSelector } from '@banyan/api';
import { labelSelectorText } from '../subresources/scale/label-selector-text.ts';

/** What stands where there is nothing. */
export const NONE = '<none>';
export const UNSET = '<unset>';
export const UNKNOWN = '<unknown>';

/** The text, or what stands for none. */
export function orElse(value: string | undefined, nothing: string): string {
  return value === undefined || value === '' ? nothing : value;
}

/** `a=1,b=2`, by name. */
export function labelsText(labels: Readonly<Record<string, string>> | undefined): string {
  const pairs = Object.entries(labels ?? {}).map(([key, value]) => `${key}=${value}`);
  return orElse(pairs.toSorted().join(','), NONE);
}

/** `a=1,b in (2,3),!c`. Nothing and everything are both empty. */
export function selectorText(selector: LabelSelector | undefined): string {
  return selector === undefined ? '' : labelSelectorText(selector);
}

/** The first few, and how many more there are. */
export function firstOf(texts: readonly string[], limit: number, separator = ','): string {
  const shown = texts.slice(0, limit).join(separator);
  return texts.length > limit ? `${shown} + ${texts.length - limit} more...` : shown;
}
