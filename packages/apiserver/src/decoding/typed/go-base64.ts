const CANONICAL = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const DIGIT = /[A-Za-z0-9+/]/;

/** Bytes as the server writes them; or what is wrong with the text, in Go's words. */
export type ParsedBytes = { readonly text: string } | { readonly error: string };

/** Reads standard base64 with padding; line ends in it do not count. */
export function parseBase64(text: string): ParsedBytes {
  if (!CANONICAL.test(text)) {
    const place = corruptPlace(text);
    if (place !== undefined) return { error: `illegal base64 data at input byte ${place}` };
  }
  return { text: Buffer.from(text, 'base64').toString('base64') };
}

/** Where Go stops: counted in bytes. Undefined if only line ends are odd. */
function corruptPlace(text: string): number | undefined {
  const bytes = Buffer.from(text).toString('latin1');
  for (let at = 0, digits = 0; ; at += 1) {
    const character = bytes[at];
    if (character === undefined) return digits === 0 ? undefined : at - digits;
    if (isLineEnd(character)) continue;
    if (character === '=') return digits < 2 ? at : corruptPadding(bytes, at, digits);
    if (!DIGIT.test(character)) return at;
    digits = (digits + 1) % 4;
  }
}

/** `at` is the place of the first `=`; two are needed after two digits. */
function corruptPadding(bytes: string, at: number, digits: number): number | undefined {
  let next = skipLineEnds(bytes, at + 1);
  if (digits === 2) {
    if (next === bytes.length) return next;
    if (bytes[next] !== '=') return next - 1;
    next = skipLineEnds(bytes, next + 1);
  }
  return next < bytes.length ? next : undefined;
}

function skipLineEnds(bytes: string, at: number): number {
  let next = at;
  while (isLineEnd(bytes[next])) next += 1;
  return next;
}

function isLineEnd(character: string | undefined): boolean {
  return character === '\n' || character === '\r';
}
