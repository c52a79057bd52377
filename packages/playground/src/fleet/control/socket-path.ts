import { join, relative, resolve } from 'node:path';

const NAME = 'playground.sock';
/** Of Linux: an address of a unix socket has 108 bytes with its end. */
const MOST_BYTES = 107;

/** Where the fleet of a folder listens, as short as it can be said. */
export function controlSocketPath(dir: string): string {
  const full = resolve(dir, NAME);
  const short = relative('', full);
  const path = Buffer.byteLength(short) < Buffer.byteLength(full) ? short : full;
  if (Buffer.byteLength(path) <= MOST_BYTES) return path;
  throw new Error(
    `${join(dir, NAME)} is too long for the name of a socket: choose a folder with a shorter path`,
  );
}
