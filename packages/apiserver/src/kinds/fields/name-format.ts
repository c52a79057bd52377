import { byteLength } from './go-text.ts';

/**
 * Functions that say why a text is not of a form: empty if it is. The reasons are Kubernetes' own.
 */

/** Why a name will not do for an object. `isPrefix` for a generateName, which more will follow. */
export type NameRule = (name: string, isPrefix: boolean) => string[];

const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const SUBDOMAIN = `${LABEL}(\\.${LABEL})*`;
const DNS_1035_LABEL = '[a-z]([-a-z0-9]*[a-z0-9])?';
const KEY_NAME = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';

const KEY_NAME_RULE =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";

/** What a regular expression's mismatch is told as. */
export function regexReason(why: string, pattern: string, ...examples: string[]): string {
  if (examples.length === 0) return `${why} (regex used for validation is '${pattern}')`;
  const list = examples.map((example) => `'${example}', `).join(' or ');
  return `${why} (e.g. ${list}regex used for validation is '${pattern}')`;
}

const compiled = new Map<string, RegExp>();

/** True if the whole value is of the pattern. Patterns are this folder's own, so there are few. */
export function matches(pattern: string, value: string): boolean {
  let expression = compiled.get(pattern);
  if (expression === undefined) {
    expression = new RegExp(`^(?:${pattern})$`);
    compiled.set(pattern, expression);
  }
  return expression.test(value);
}

function atMost(value: string, max: number, unit: 'characters' | 'bytes' = 'characters'): string[] {
  return byteLength(value) > max ? [`must be no more than ${max} ${unit}`] : [];
}

/** `my-name`: at most 63 characters, no dots. */
export function dnsLabel(value: string): string[] {
  const reasons = atMost(value, 63);
  if (matches(LABEL, value)) return reasons;
  if (matches(SUBDOMAIN, value)) return [...reasons, 'must not contain dots'];
  const why =
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character";
  return [...reasons, regexReason(why, LABEL, 'my-name', '123-abc')];
}

/** `example.com`: at most 253 characters. */
export function dnsSubdomain(value: string): string[] {
  return subdomain(value, 'characters');
}

function subdomain(value: string, unit: 'characters' | 'bytes'): string[] {
  const reasons = atMost(value, 253, unit);
  if (matches(SUBDOMAIN, value)) return reasons;
  const why =
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character";
  return [...reasons, regexReason(why, SUBDOMAIN, 'example.com')];
}

/** A label that starts with a letter: names of Services. */
export function dns1035Label(value: string): string[] {
  const reasons = atMost(value, 63);
  if (matches(DNS_1035_LABEL, value)) return reasons;
  const why =
    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character";
  return [...reasons, regexReason(why, DNS_1035_LABEL, 'my-name', 'abc-123')];
}

/** `*.example.com`. */
export function wildcardSubdomain(value: string): string[] {
  const pattern = `\\*\\.${SUBDOMAIN}`;
  const reasons = atMost(value, 253);
  if (matches(pattern, value)) return reasons;
  const why =
    "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character";
  return [...reasons, regexReason(why, pattern, '*.example.com')];
}

/** Keys of labels, annotations (in lower case) and much else: `name` or `example.com/name`. */
export function qualifiedName(value: string): string[] {
  const parts = value.split('/');
  if (parts.length > 2) {
    return [
      `a valid label key ${keyNameReason()} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ];
  }
  const name = parts.at(-1) ?? '';
  const prefix = parts.length === 2 ? parts[0] : undefined;
  return [
    ...(prefix === undefined ? [] : prefixReasons(prefix)),
    ...(name === '' ? ['must be non-empty'] : atMost(name, 63, 'bytes')).map((why) => `name part ${why}`),
    ...(matches(KEY_NAME, name) ? [] : [`name part ${keyNameReason()}`]),
  ];
}

function keyNameReason(): string {
  return regexReason(KEY_NAME_RULE, KEY_NAME, 'MyName', 'my.name', '123-abc');
}

function prefixReasons(prefix: string): string[] {
  const reasons = prefix === '' ? ['must be non-empty'] : subdomain(prefix, 'bytes');
  return reasons.map((why) => `prefix part ${why}`);
}

export function labelValue(value: string): string[] {
  const pattern = `(${KEY_NAME})?`;
  const reasons = atMost(value, 63, 'bytes');
  if (matches(pattern, value)) return reasons;
  const why =
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
  return [...reasons, regexReason(why, pattern, 'MyValue', 'my_value', '12345')];
}

/** What any name must be: it becomes a part of a path. */
export const pathSegmentName: NameRule = (name, isPrefix) => {
  if (!isPrefix && (name === '.' || name === '..')) return [`may not be '${name}'`];
  return ['/', '%'].filter((part) => name.includes(part)).map((part) => `may not contain '${part}'`);
};

export const subdomainName: NameRule = (name, isPrefix) => dnsSubdomain(isPrefix ? withEnd(name) : name);
/** The same, as kinds with newer rules word it. */
export const longName: NameRule = (name) => subdomain(name, 'bytes');
export const labelName: NameRule = (name, isPrefix) => dnsLabel(isPrefix ? withEnd(name) : name);
export const dns1035Name: NameRule = (name, isPrefix) => dns1035Label(isPrefix ? withEnd(name) : name);

/** A prefix may end in a dash, since something will follow it. */
function withEnd(prefix: string): string {
  return prefix.length > 1 && prefix.endsWith('-') ? `${prefix.slice(0, -2)}a` : prefix;
}
