/** Fails if packages/api/generated/go-shapes.json is not what Kubernetes' Go modules say. Writes nothing. */
import { readFileSync } from 'node:fs';
import { GO_SHAPES_FILE, readGoShapes } from './go-shapes/read-go-shapes.ts';

const real = readGoShapes().split('\n');
const stored = new Set(readFileSync(GO_SHAPES_FILE, 'utf8').split('\n'));
const missing = real.filter((line) => !stored.has(line));
for (const line of missing) console.error(line);
if (missing.length > 0 || stored.size !== new Set(real).size) {
  console.error('Run scripts/update-go-shapes.ts and read what it changes.');
  process.exitCode = 1;
}
