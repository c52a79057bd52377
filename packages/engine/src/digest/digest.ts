import { hash } from 'node:crypto';
import { canonicalJson } from './canonical-json.ts';

/** 64 bits of SHA-256: kept for each object of each member, compared with its own past alone. */
const LENGTH = 16;

/** A short text that is equal for equal values, whatever the order of keys: it tells that what we want changed. */
export function digest(value: unknown): string {
  return textDigest(canonicalJson(value));
}

/** For what is always written in the same way. */
export function textDigest(text: string): string {
  return hash('sha256', text).slice(0, LENGTH);
}
