import { matches, regexReason } from './name-format.ts';
import { byteLength } from './go-text.ts';

/** Forms of texts that are no names of objects: like the ones in name-format.ts they say why a text is not of it. */

const CONFIG_KEY = '[-._a-zA-Z0-9]+';
const PERCENT = '[0-9]+%';
const HEADER_NAME = '[-A-Za-z0-9]+';
const C_IDENTIFIER = '[A-Za-z_][A-Za-z0-9_]*';

/** Keys of ConfigMaps and Secrets, which become file names. */
export function configKey(value: string): string[] {
  const why = "a valid config key must consist of alphanumeric characters, '-', '_' or '.'";
  return [
    ...(byteLength(value) > 253 ? ['must be no more than 253 characters'] : []),
    ...unless(CONFIG_KEY, value, regexReason(why, CONFIG_KEY, 'key.name', 'KEY_NAME', 'key-name')),
    ...climbs(value),
  ];
}

/** Names of environment variables: printable, and no `=`. */
export function envVarName(value: string): string[] {
  const why =
    "a valid environment variable name must consist only of printable ASCII characters other than '='";
  if (value === '') return ['environment variable name must be non-empty'];
  return /^[\x20-\x3c\x3e-\x7e]*$/.test(value) ? [] : [why];
}

export function portName(value: string): string[] {
  return [
    ...(byteLength(value) > 15 ? ['must be no more than 15 characters'] : []),
    ...(/^[-a-z0-9]+$/.test(value)
      ? []
      : ['must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)']),
    ...(/[a-z]/.test(value) ? [] : ['must contain at least one letter (a-z)']),
    ...(value.includes('--') ? ['must not contain consecutive hyphens'] : []),
    ...(value.startsWith('-') || value.endsWith('-') ? ['must not begin or end with a hyphen'] : []),
  ];
}

export function portNumber(value: number): string[] {
  return inRange(value, 1, 65_535);
}

export function inRange(value: number, min: number, max: number): string[] {
  return value >= min && value <= max ? [] : [`must be between ${min} and ${max}, inclusive`];
}

/** User and group ids are those of the kernel: 31 bits. */
export function userId(value: number): string[] {
  return inRange(value, 0, 2_147_483_647);
}

export function percentage(value: string): string[] {
  const why = "a valid percent string must be a numeric string followed by an ending '%'";
  return unless(PERCENT, value, regexReason(why, PERCENT, '1%', '93%'));
}

export function headerName(value: string): string[] {
  const why = "a valid HTTP header must consist of alphanumeric characters or '-'";
  return unless(HEADER_NAME, value, regexReason(why, HEADER_NAME, 'X-Header-Name'));
}

export function cIdentifier(value: string): string[] {
  const why =
    "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_'";
  return unless(C_IDENTIFIER, value, regexReason(why, C_IDENTIFIER, 'my_name', 'MY_NAME', 'MyName'));
}

function unless(pattern: string, value: string, reason: string): string[] {
  return matches(pattern, value) ? [] : [reason];
}

function climbs(value: string): string[] {
  if (value === '.' || value === '..') return [`must not be '${value}'`];
  return value.startsWith('..') ? ["must not start with '..'"] : [];
}
