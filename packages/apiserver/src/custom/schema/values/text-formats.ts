import { isIPv4, isIPv6 } from 'node:net';
import { dnsLabel, dnsSubdomain } from '../../../kinds/fields/name-format.ts';
import { isDate, isDateTime, isDuration } from './time-formats.ts';
import { isCreditCard, isIsbn10, isIsbn13 } from './checksum-formats.ts';
import { isEmail, isHostname, isMac, isRequestUri } from './network-formats.ts';

type TextFormat = (text: string) => boolean;

const HEX = '[0-9a-fA-F]';
const colourPart = String.raw`\s*(0|[1-9]\d?|1\d\d?|2[0-4]\d|25[0-5])\s*`;

/** By the name without dashes. */
const FORMATS: ReadonlyMap<string, TextFormat> = new Map<string, TextFormat>([
  ['bsonobjectid', matching(`${HEX}{24}`)],
  ['uri', isRequestUri],
  ['email', isEmail],
  ['hostname', isHostname],
  ['ipv4', (text) => text.includes('.') && isAddress(text)],
  ['ipv6', (text) => text.includes(':') && isIPv6(text) && !text.includes('%')],
  ['cidr', isCidr],
  ['mac', isMac],
  ['uuid', matching(uuid(`${HEX}{4}`, `${HEX}{4}`))],
  ['uuid3', matching(uuid(`3${HEX}{3}`, `${HEX}{4}`))],
  ['uuid4', matching(uuid(`4${HEX}{3}`, `[89abAB]${HEX}{3}`))],
  ['uuid5', matching(uuid(`5${HEX}{3}`, `[89abAB]${HEX}{3}`))],
  ['isbn', (text) => isIsbn10(text) || isIsbn13(text)],
  ['isbn10', isIsbn10],
  ['isbn13', isIsbn13],
  ['creditcard', isCreditCard],
  ['ssn', (text) => text.length === 11 && /^\d{3}[- ]?\d{2}[- ]?\d{4}$/.test(text)],
  ['hexcolor', matching(`#?(${HEX}{3}|${HEX}{6})`)],
  ['rgbcolor', matching(String.raw`rgb\(${colourPart},${colourPart},${colourPart}\)`)],
  ['byte', (text) => text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text)],
  ['password', () => true],
  ['date', isDate],
  ['duration', isDuration],
  ['datetime', isDateTime],
  ['k8sshortname', (text) => dnsLabel(text).length === 0],
  ['k8slongname', (text) => dnsSubdomain(text).length === 0],
]);

/** Says whether a text is of a format; undefined for a format that nobody knows, which is not checked. */
export function textFormat(name: string): TextFormat | undefined {
  return FORMATS.get(name.replaceAll('-', ''));
}

/** The format as far as it counts for a schema of these types: others are ignored. */
export function knownFormat(format: string | undefined, types: readonly string[]): string {
  if (format === undefined) return '';
  const [type = ''] = types.length === 1 ? types : [];
  switch (type) {
    case '':
    case 'string':
      return textFormat(format) === undefined ? '' : format;
    case 'integer':
      return format === 'int32' || format === 'int64' ? format : '';
    case 'number':
      return format === 'float' || format === 'double' ? format : '';
    default:
      return '';
  }
}

function matching(pattern: string): TextFormat {
  const expression = new RegExp(`^(?:${pattern})$`);
  return (text) => text.length <= 1000 && expression.test(text);
}

function uuid(third: string, fourth: string): string {
  return `${HEX}{8}-?${HEX}{4}-?${third}-?${fourth}-?${HEX}{12}`;
}

/** Leading zeros are let through, as they were when Go did. */
function isAddress(text: string): boolean {
  const plain = text.replaceAll(/(^|[.:])0+(?=\d)/g, '$1');
  return isIPv4(plain) || (isIPv6(text) && !text.includes('%'));
}

function isCidr(text: string): boolean {
  const [address = '', length = '', ...rest] = text.split('/', 3);
  if (rest.length > 0 || !/^\d{1,8}$/.test(length)) return false;
  return isAddress(address) && Number(length) <= (address.includes(':') ? 128 : 32);
}
