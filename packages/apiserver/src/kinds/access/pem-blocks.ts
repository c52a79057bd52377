export interface PemBlock {
  /** `CERTIFICATE`. */
  readonly type: string;
  readonly hasHeaders: boolean;
  readonly bytes: Buffer;
}

const BEGIN = '-----BEGIN ';
const END = '\n-----END ';
const DASHES = '-----';

/** The blocks of a PEM text, in order; what is between them, or is none, is passed over. */
export function* pemBlocks(text: string): Generator<PemBlock> {
  let end = -1;
  for (let start = text.indexOf(BEGIN); start >= 0;) {
    const endOfLine = text.indexOf('\n', start);
    if (endOfLine < 0) return;
    // The next end is looked for once, however many beginnings come before it.
    if (end < endOfLine) end = text.indexOf(END, endOfLine);
    if (end < 0) return;
    const opening = text.slice(start + BEGIN.length, endOfLine).trimEnd();
    const type = opening.slice(0, -DASHES.length);
    const isBlock = opening.endsWith(DASHES) && text.startsWith(`${type}${DASHES}`, end + END.length);
    if (isBlock) yield { type, ...contentOf(text.slice(endOfLine + 1, Math.max(end, endOfLine + 1))) };
    start = text.indexOf(BEGIN, isBlock ? end : endOfLine);
  }
}

/** Headers come before an empty line. */
function contentOf(content: string): { hasHeaders: boolean; bytes: Buffer } {
  const hasHeaders = content.includes(':');
  const gap = hasHeaders ? content.indexOf('\n\n') : -1;
  const base64 = gap < 0 ? content : content.slice(gap);
  return { hasHeaders, bytes: Buffer.from(base64, 'base64') };
}
