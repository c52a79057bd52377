export interface PemBlock {
  /** `CERTIFICATE`. */
  readonly type: string;
  readonly hasHeaders: boolean;
  readonly bytes: Buffer;
}

const BEGIN = '-----BEGIN ';
const DASHES = '-----';

/** The blocks of a PEM text, in order; what is between them, or is none, is passed over. */
export function* pemBlocks(text: string): Generator<PemBlock> {
  let from = 0;
  for (;;) {
    const start = text.indexOf(BEGIN, from);
    if (start < 0) return;
    const endOfLine = text.indexOf('\n', start);
    if (endOfLine < 0) return;
    const opening = text.slice(start + BEGIN.length, endOfLine).trimEnd();
    const type = opening.endsWith(DASHES) ? opening.slice(0, -DASHES.length) : undefined;
    const end = type === undefined ? -1 : text.indexOf(`\n-----END ${type}-----`, endOfLine - 1);
    if (type === undefined || end < 0) {
      from = endOfLine;
      continue;
    }
    yield { type, ...contentOf(text.slice(endOfLine + 1, Math.max(end, endOfLine + 1))) };
    from = end + 1;
  }
}

/** Headers come before an empty line. */
function contentOf(content: string): { hasHeaders: boolean; bytes: Buffer } {
  const hasHeaders = content.includes(':');
  const gap = hasHeaders ? content.indexOf('\n\n') : -1;
  const base64 = gap < 0 ? content : content.slice(gap);
  return { hasHeaders, bytes: Buffer.from(base64, 'base64') };
}
