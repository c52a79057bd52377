import { basename } from 'node:path';

/** The name that the program was called by: `banyan`, or that of a kubectl plugin. */
export function calledAs(): string {
  return basename(process.argv[1] ?? 'banyan')
    .replace(/\.js$/, '')
    .replace(/^main(\.ts)?$/, 'banyan');
}
