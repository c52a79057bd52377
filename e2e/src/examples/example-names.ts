import { readdirSync } from 'node:fs';
import { EXAMPLES } from './reader-folder.ts';

/** All of them, in the order of their names. */
export function exampleNames(): string[] {
  return readdirSync(EXAMPLES, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}
