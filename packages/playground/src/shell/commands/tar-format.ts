/** A file, or without data a folder. */
export interface TarEntry {
  readonly name: string;
  readonly data: Buffer | undefined;
}

const BLOCK = 512;

/** A POSIX tar archive. */
export function packTar(entries: readonly TarEntry[], nowMs: number): Buffer {
  const parts = entries.flatMap(({ name, data }) => {
    const longName =
      Buffer.byteLength(name) > 99
        ? [header('././@LongLink', 'L', name.length + 1, nowMs), padded(Buffer.from(`${name}\0`))]
        : [];
    const own =
      data === undefined
        ? [header(`${name}/`, '5', 0, nowMs)]
        : [header(name, '0', data.length, nowMs), padded(data)];
    return [...longName, ...own];
  });
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]);
}

function header(name: string, type: string, size: number, nowMs: number): Buffer {
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`;
  block.write(name.slice(0, 100), 0);
  block.write(octal(type === '5' ? 0o755 : 0o644, 8), 100);
  block.write(octal(0, 8), 108);
  block.write(octal(0, 8), 116);
  block.write(octal(size, 12), 124);
  block.write(octal(Math.floor(nowMs / 1000), 12), 136);
  block.write(' '.repeat(8), 148);
  block.write(type, 156);
  block.write('ustar\0' + '00', 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

function padded(data: Buffer): Buffer {
  return Buffer.concat([data, Buffer.alloc((BLOCK - (data.length % BLOCK)) % BLOCK)]);
}

/** What is neither file nor folder is left out. */
export function unpackTar(packed: Buffer): TarEntry[] {
  const entries: TarEntry[] = [];
  let longName: string | undefined;
  for (let at = 0; at + BLOCK <= packed.length;) {
    const block = packed.subarray(at, at + BLOCK);
    if (block[0] === 0) break;
    const size = Number.parseInt(text(block, 124, 12).trim() || '0', 8);
    const data = packed.subarray(at + BLOCK, at + BLOCK + size);
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
    const type = text(block, 156, 1);
    if (type === 'L') longName = data.toString().replace(/\0+$/, '');
    else if (type === 'x') longName = /(?:^|\n)\d+ path=([^\n]*)\n/.exec(data.toString())?.[1] ?? longName;
    else {
      const prefix = text(block, 345, 155);
      const name = longName ?? (prefix === '' ? text(block, 0, 100) : `${prefix}/${text(block, 0, 100)}`);
      longName = undefined;
      if (type === '5') entries.push({ name, data: undefined });
      else if (type === '0' || type === '') entries.push({ name, data });
    }
  }
  return entries;
}

function text(block: Buffer, start: number, length: number): string {
  const end = block.indexOf(0, start);
  return block.toString('utf8', start, end < 0 ? start + length : Math.min(end, start + length));
}
