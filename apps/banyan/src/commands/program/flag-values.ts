import { parseDurationMs } from './duration.ts';
import { WrongUse } from './wrong-use.ts';

/** A flag that is one of a few words. */
export function oneOf<T extends string>(flag: string, text: string, words: readonly T[]): T {
  const found = words.find((word) => word === text);
  if (found === undefined) throw new WrongUse(`--${flag} is ${words.join(' or ')}, not "${text}"`);
  return found;
}

/** `90s`, `24h`. */
export function durationFlag(flag: string, text: string): number {
  const ms = parseDurationMs(text);
  if (ms === undefined || ms === 0)
    throw new WrongUse(`--${flag} is a duration such as 90s, 10m or 24h, not "${text}"`);
  return ms;
}

export function httpsUrlFlag(flag: string, text: string): string {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '')
    throw new WrongUse(`--${flag} is an https:// URL without user and password`);
  return text.replace(/\/+$/, '');
}

/** `a,b`; empty parts do not count. */
export function listFlag(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** As Kubernetes has them. */
const LABEL_VALUE = /^([a-z0-9]([\w.-]{0,61}[a-z0-9])?)?$/i;
const LABEL_KEY = /^([a-z0-9]([-.a-z0-9]{0,251}[a-z0-9])?\/)?[A-Za-z0-9]([\w.-]{0,61}[A-Za-z0-9])?$/;

/** `a=1,b=2`. */
export function labelsFlag(flag: string, text: string): Record<string, string> {
  const pairs = listFlag(text).map((pair) => {
    const at = pair.indexOf('=');
    const [key, value] = [pair.slice(0, at), pair.slice(at + 1)];
    if (at <= 0 || !LABEL_KEY.test(key) || !LABEL_VALUE.test(value))
      throw new WrongUse(`--${flag} is a list of labels such as region=eu,tier=1, not "${text}"`);
    return [key, value] as const;
  });
  return Object.fromEntries(pairs);
}

export function numberFlag(flag: string, text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0)
    throw new WrongUse(`--${flag} is a number, not "${text}"`);
  return value;
}
