import { ApiError } from '../errors/api-error.ts';
import { quoted } from '../kinds/fields/go-text.ts';
import type { UserInfo } from '../serving/user-info.ts';
import { firstValue, valuesByPrefix, valuesOf, type HeaderValues } from './header-values.ts';

const EXTRA_PREFIX = 'impersonate-extra-';

/**
 * Whom a request wants to be, as its headers say it and nothing added; undefined if it does not ask. Throws 400 if it
 * asks for groups, a uid or extras of nobody.
 */
export function wantedUser(headers: HeaderValues): UserInfo | undefined {
  const name = firstValue(headers, ['impersonate-user']);
  const uid = firstValue(headers, ['impersonate-uid']);
  const groups = valuesOf(headers, 'impersonate-group');
  const extra = valuesByPrefix(headers, [EXTRA_PREFIX]);
  const user = { name, groups, extra, ...(uid !== '' && { uid }) };
  if (name !== '') return user;
  if (uid === '' && groups.length === 0 && Object.keys(extra).length === 0) return undefined;
  const message = `requested ${printedUser(user)} without impersonating a user name`;
  const headersOut = { 'x-content-type-options': 'nosniff' };
  throw new ApiError({ code: 400, reason: 'BadRequest', message }, { headers: headersOut });
}

/** As the real server prints its own structure. */
function printedUser({ name, uid = '', groups, extra }: UserInfo): string {
  const entries = Object.entries(extra).map(([key, values]) => `${quoted(key)}:${printedList(values)}`);
  const printedExtra = entries.length === 0 ? '(nil)' : `{${entries.join(', ')}}`;
  const fields = [
    `Name:${quoted(name)}`,
    `UID:${quoted(uid)}`,
    `Groups:${groups.length === 0 ? '[]string(nil)' : printedList(groups)}`,
    `Extra:map[string][]string${printedExtra}`,
  ];
  return `&user.DefaultInfo{${fields.join(', ')}}`;
}

function printedList(words: readonly string[]): string {
  return `[]string{${words.map(quoted).join(', ')}}`;
}
