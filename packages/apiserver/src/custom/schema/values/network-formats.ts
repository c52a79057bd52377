import { isIPv6 } from 'node:net';
import { compileGoPattern } from '../go-pattern.ts';

const CHARACTER = String.raw`a-zA-Z0-9\p{S}\p{L}`;
const HOSTNAME = compileGoPattern(
  `^(?:[${CHARACTER}](?:-?[${CHARACTER}]{0,62})?|(?:[${CHARACTER}](?:[-${CHARACTER}]{0,61}[${CHARACTER}])?\\.)+` +
    String.raw`[a-zA-Z\p{L}]{2,63})$`,
);

export function isHostname(text: string): boolean {
  if (Buffer.byteLength(text) > 255 || !HOSTNAME.test(text)) return false;
  return text.split('.').every((label) => Buffer.byteLength(label) <= 63);
}

/** 6, 8 or 20 bytes: in twos with colons or dashes, or in fours with points. */
export function isMac(text: string): boolean {
  const separator = /^[0-9a-fA-F]{2}([:-])/.exec(text)?.[1] ?? '.';
  const groups = text.length > 100 ? [] : text.split(separator);
  const width = separator === '.' ? 4 : 2;
  const isWellFormed = groups.every((group) => group.length === width && /^[0-9a-fA-F]+$/.test(group));
  return isWellFormed && [6, 8, 20].includes((groups.length * width) / 2);
}

/** What Go takes for the address of a request: absolute, or a path. */
export function isRequestUri(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- these are what is refused
  if (text === '' || text.startsWith(':') || /[\u0000-\u001f\u007f]/.test(text)) return false;
  if (text === '*') return true;
  const [, scheme, afterScheme] = /^([a-zA-Z][a-zA-Z0-9+.-]*):(.*)$/.exec(text) ?? [];
  const rest = (afterScheme ?? text).replace(/\?.*$/, '');
  if (!rest.startsWith('/')) return scheme !== undefined;
  if (scheme === undefined || !rest.startsWith('//')) return isEscaped(rest);
  const end = rest.indexOf('/', 2);
  const authority = end < 0 ? rest.slice(2) : rest.slice(2, end);
  return isAuthority(authority) && isEscaped(end < 0 ? '' : rest.slice(end));
}

function isAuthority(authority: string): boolean {
  const at = authority.lastIndexOf('@');
  const user = authority.slice(0, Math.max(at, 0));
  const host = authority.slice(at + 1);
  if (!/^[\w.~:%!$&'()*+,;=-]*$/.test(user) || !isEscaped(user)) return false;
  const [, literal, port = ''] = /^\[([^\]]*)\](.*)$/.exec(host) ?? [];
  if (literal !== undefined) return /^(?::\d*)?$/.test(port) && isIPv6(literal.replace(/%25.*$/, ''));
  if (!/^[^:]*(?::\d*)?$/.test(host)) return false;
  return !/[^\w.~!$&'()*+,;=:<>"\u0080-\u{10ffff}-]/u.test(host.replaceAll(/%[89a-fA-F][0-9a-fA-F]/g, ''));
}

function isEscaped(text: string): boolean {
  return !/%(?![0-9a-fA-F]{2})/.test(text);
}

const ATOM = String.raw`[A-Za-z0-9!#$%&'*+/=?^_\x60{|}~\x{80}-\x{10FFFF}-]+`;
const QUOTED = String.raw`"(?:[^"\\\r\n]|\\[^\r\n])*"`;
const ADDRESS = String.raw`(?:${ATOM}(?:\.${ATOM})*|${QUOTED})@(?:${ATOM}(?:\.${ATOM})*|\[[^\[\]\\\s]*\])`;
const WORD = `(?:${ATOM}|${QUOTED})`;
const EMAIL = compileGoPattern(
  String.raw`^[ \t]*(?:${ADDRESS}|(?:${WORD}[ \t.]*)*<${ADDRESS}>)[ \t]*(?:\([^()]*\))?[ \t]*$`,
);

/** An address alone, or after a name: `Some One <one@example.com>`. */
export function isEmail(text: string): boolean {
  return EMAIL.test(text);
}
