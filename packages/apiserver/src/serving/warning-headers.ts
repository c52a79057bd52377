/** As kube-apiserver: many or long warnings are cut, lest no client or proxy takes the answer's headers. */
const MAX_TOTAL = 4096;
const MAX_ONE_IF_MANY = 256;

/** RFC 7234: 299 is "miscellaneous persistent warning". */
export function warningHeaders(warnings: readonly string[]): Record<string, string[]> {
  if (warnings.length === 0) return {};
  const quoted = shortened([...new Set(warnings)]).map((text) => `299 - "${text.replace(/[\\"]/g, '\\$&')}"`);
  // Header values are bytes: other letters go out as the bytes of their UTF-8.
  return { warning: quoted.map((text) => Buffer.from(text).toString('latin1')) };
}

function shortened(texts: readonly string[]): readonly string[] {
  if (texts.reduce((size, text) => size + text.length, 0) <= MAX_TOTAL) return texts;
  const kept: string[] = [];
  let size = 0;
  for (const text of texts) {
    if (size >= MAX_TOTAL) break;
    // By letters, not by halves of them.
    const short = Array.from(text.slice(0, 2 * MAX_ONE_IF_MANY)).slice(0, MAX_ONE_IF_MANY);
    size += short.length;
    kept.push(short.join(''));
  }
  return kept;
}
