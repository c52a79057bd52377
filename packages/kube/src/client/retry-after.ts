import type { ResponseHeaders } from './request-options.ts';

/** Retry-After in milliseconds: seconds or an HTTP date. Undefined if it is absent or makes no sense. */
export function retryAfterMs(headers: ResponseHeaders, nowMs: number): number | undefined {
  const value = headers['retry-after'];
  if (typeof value !== 'string' || value === '') return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  // Date.parse takes almost anything for a date; the header's form ends in GMT.
  const date = value.endsWith('GMT') ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}
