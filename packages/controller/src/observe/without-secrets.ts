/** Deeper than any field of ours; also what ends a cycle. */
const MAX_DEPTH = 6;
const SECRET_NAME =
  /^(authorization|cookie|password|token|regtoken|bearer|secret|private[-_]?key|client[-_]?key([-_]?data)?|token[-_]?secret)$/i;
const JWT = /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g;
const BEARER = /\b(Bearer|Basic)\s+[\w.~+/=-]+/gi;
/** `id.secret`: the id may be known, and tells which one it is. */
const BOOTSTRAP_TOKEN = /(?<![\w.-])([a-z0-9]{6})\.[a-z0-9]{16}(?![\w.-])/g;
const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----[^-]*(-----END [A-Z ]*PRIVATE KEY-----)?/g;
const HIDDEN = '(hidden)';

/** A copy fit for logs: errors as what they say, and nothing in it that anyone could come in with. */
export function withoutSecrets(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return withoutSecretText(value);
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return '…';
  if (value instanceof Error) return errorFields(value, depth);
  if (value instanceof Date) return value;
  if (ArrayBuffer.isView(value)) return `(${value.byteLength} bytes)`;
  if (Array.isArray(value)) return value.map((one) => withoutSecrets(one, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      SECRET_NAME.test(name) && one !== undefined ? HIDDEN : withoutSecrets(one, depth + 1),
    ]),
  );
}

function withoutSecretText(text: string): string {
  return text
    .replace(PRIVATE_KEY, HIDDEN)
    .replace(JWT, HIDDEN)
    .replace(BEARER, `$1 ${HIDDEN}`)
    .replace(BOOTSTRAP_TOKEN, `$1.${HIDDEN}`);
}

function errorFields(error: Error, depth: number): object {
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return {
    message: withoutSecretText(error.message),
    ...(error.name !== 'Error' && { name: error.name }),
    ...(typeof code === 'string' && { code }),
    ...(cause !== undefined && { cause: withoutSecrets(cause, depth + 1) }),
  };
}
