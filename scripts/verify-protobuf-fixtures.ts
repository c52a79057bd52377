/** Fails if packages/apiserver/generated/protobuf-bodies.json is not what Kubernetes' Go modules write. Writes nothing. */
import { readFileSync } from 'node:fs';
import { encodeBodies, PROTOBUF_BODIES_FILE } from './protobuf-fixtures/encode-bodies.ts';

const stored = new Set(readFileSync(PROTOBUF_BODIES_FILE, 'utf8').split('\n'));
const real = encodeBodies().split('\n');
const missing = real.filter((line) => !stored.has(line));
for (const line of missing) console.error(line.slice(0, 80));
if (missing.length > 0 || stored.size !== new Set(real).size) {
  console.error('Run scripts/update-protobuf-fixtures.ts and read what it changes.');
  process.exitCode = 1;
}
