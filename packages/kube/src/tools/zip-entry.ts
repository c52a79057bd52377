import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { Transform, type Readable, type TransformCallback } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';

const END_SIGNATURE = 0x06_05_4b_50;
const ENTRY_SIGNATURE = 0x02_01_4b_50;
const LOCAL_SIGNATURE = 0x04_03_4b_50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
/** The end of the directory may be followed by a comment of this length. */
const MAX_COMMENT_BYTES = 0xff_ff;
/** A directory of a few thousand names; no archive that is meant here comes near. */
const MAX_DIRECTORY_BYTES = 16 * 1024 * 1024;
const STORED = 0;
const DEFLATED = 8;

interface ZipEntry {
  readonly method: number;
  readonly crc: number;
  readonly packedBytes: number;
  readonly bytes: number;
  readonly offset: number;
}

/**
 * The contents of one file in a zip archive, as the first streams of a pipeline. They are checked against their length
 * and checksum: the pipeline fails if these are not right. Throws if there is no such file or the archive is damaged. Archives above 4 GiB are not read.
 */
export async function readZipEntry(file: string, name: string): Promise<Readable[]> {
  const archive = await open(file);
  try {
    const entry = await findEntry(archive, file, name);
    const start = await dataStart(archive, file, entry);
    if (entry.packedBytes === 0) throw new Error(`${file}: ${name} is empty`);
    const packed = createReadStream(file, { start, end: start + entry.packedBytes - 1 });
    const check = checked(`${file}: ${name}`, entry);
    if (entry.method === STORED) return [packed, check];
    if (entry.method === DEFLATED) return [packed, createInflateRaw(), check];
    throw new Error(`${file}: ${name} is packed in a way that is not known (${entry.method})`);
  } finally {
    await archive.close();
  }
}

async function findEntry(archive: FileHandle, file: string, name: string): Promise<ZipEntry> {
  const directory = await readDirectory(archive, file);
  for (let at = 0; at + ENTRY_BYTES <= directory.length;) {
    if (directory.readUInt32LE(at) !== ENTRY_SIGNATURE) throw damaged(file);
    const nameEnd = at + ENTRY_BYTES + directory.readUInt16LE(at + 28);
    if (directory.toString('utf8', at + ENTRY_BYTES, nameEnd) === name)
      return {
        method: directory.readUInt16LE(at + 10),
        crc: directory.readUInt32LE(at + 16),
        packedBytes: directory.readUInt32LE(at + 20),
        bytes: directory.readUInt32LE(at + 24),
        offset: directory.readUInt32LE(at + 42),
      };
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  throw new Error(`${file}: there is no ${name} in it`);
}

async function readDirectory(archive: FileHandle, file: string): Promise<Buffer> {
  const { size } = await archive.stat();
  const tailStart = Math.max(0, size - END_BYTES - MAX_COMMENT_BYTES);
  const tail = await readAt(archive, file, tailStart, size - tailStart);
  for (let at = tail.length - END_BYTES; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== END_SIGNATURE) continue;
    const length = tail.readUInt32LE(at + 12);
    const start = tail.readUInt32LE(at + 16);
    if (length > MAX_DIRECTORY_BYTES || start + length > size) throw damaged(file);
    return readAt(archive, file, start, length);
  }
  throw new Error(`${file}: not a zip archive`);
}

/** Behind a header of its own, whose length is not told in the directory. */
async function dataStart(archive: FileHandle, file: string, { offset }: ZipEntry): Promise<number> {
  const header = await readAt(archive, file, offset, LOCAL_BYTES);
  if (header.readUInt32LE(0) !== LOCAL_SIGNATURE) throw damaged(file);
  return offset + LOCAL_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
}

async function readAt(archive: FileHandle, file: string, start: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await archive.read(buffer, 0, length, start);
  if (bytesRead < length) throw damaged(file);
  return buffer;
}

function damaged(file: string): Error {
  return new Error(`${file}: the archive is damaged`);
}

/** Lets through what it is given; fails at the first byte too many, or at the end if it was not what it should be. */
function checked(what: string, { bytes, crc }: ZipEntry): Transform {
  let [seenBytes, seenCrc] = [0, 0];
  const wrong = () => new Error(`${what} is damaged`);
  return new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      seenBytes += chunk.length;
      seenCrc = crc32(chunk, seenCrc);
      done(seenBytes > bytes ? wrong() : null, chunk);
    },
    flush(done: TransformCallback) {
      done(seenBytes === bytes && seenCrc === crc ? null : wrong());
    },
  });
}
