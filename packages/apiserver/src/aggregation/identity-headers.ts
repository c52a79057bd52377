import { validateHeaderValue, type OutgoingHttpHeaders } from 'node:http';
import type { UserInfo } from '../serving/user-info.ts';

/** Bytes that may stand in the name of a header; a percent sign would begin an escape. */
const NAME_BYTES = /[^!#$&'*+.^_`|~\w-]/g;

/** Thrown for an identity that cannot be said in headers. */
export class UnspeakableIdentityError extends Error {
  override readonly name = 'UnspeakableIdentityError';
}

/** Who asks, in the headers by which a front proxy says it. */
export function identityHeaders({ name, uid = '', groups, extra }: UserInfo): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = { 'X-Remote-User': asValue('X-Remote-User', name) };
  if (uid !== '') headers['X-Remote-Uid'] = asValue('X-Remote-Uid', uid);
  if (groups.length > 0) {
    headers['X-Remote-Group'] = groups.map((group) => asValue('X-Remote-Group', group));
  }
  for (const [key, values] of Object.entries(extra)) {
    const header = `X-Remote-Extra-${asName(key)}`;
    headers[header] = values.map((value) => asValue(header, value));
  }
  return headers;
}

function asName(key: string): string {
  return Buffer.from(key)
    .toString('latin1')
    .replace(NAME_BYTES, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
}

/** Values are bytes: letters beyond ASCII go out as those of their UTF-8. */
function asValue(header: string, value: string): string {
  const bytes = Buffer.from(value).toString('latin1');
  try {
    validateHeaderValue(header, bytes);
  } catch (error) {
    const message = `net/http: invalid header field value for "${header}"`;
    throw new UnspeakableIdentityError(message, { cause: error });
  }
  return bytes;
}
