/**
 * Records the contract suite's transcripts from real Kubernetes, and writes the table of the package's README.
 * With arguments: only cases whose `row/id` contains one of them; the others keep what was recorded.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  ALL_CASES,
  CONTRACT_ROW_NAMES,
  caseKey,
  coverageTable,
  printRow,
  readTranscripts,
  replaceCoverageTable,
  runOnRealKubernetes,
  transcriptFile,
} from '@banyan/testing/contract';

const README = join(import.meta.dirname, '../packages/testing/README.md');

const filters = process.argv.slice(2);
const chosen = ALL_CASES.filter(
  (one) => filters.length === 0 || filters.some((filter) => caseKey(one).includes(filter)),
);
const known = new Set(ALL_CASES.map(caseKey));
const transcripts = new Map([...readTranscripts()].filter(([key]) => known.has(key)));
let failed = 0;
for (const [key, outcome] of await runOnRealKubernetes(chosen)) {
  if ('transcript' in outcome) {
    transcripts.set(key, outcome.transcript);
    continue;
  }
  failed += 1;
  console.error(outcome.error.message);
}
const touched = new Set(chosen.map(({ row }) => row));
for (const row of CONTRACT_ROW_NAMES) {
  if (filters.length > 0 && !touched.has(row)) continue;
  const file = transcriptFile(row);
  mkdirSync(dirname(file), { recursive: true });
  if ([...transcripts.keys()].some((key) => key.startsWith(`${row}/`)))
    writeFileSync(file, printRow(row, transcripts));
  else rmSync(file, { force: true });
}
const readme = readFileSync(README, 'utf8');
writeFileSync(README, replaceCoverageTable(readme, coverageTable(ALL_CASES, transcripts)));
console.log(`${chosen.length - failed} of ${chosen.length} cases recorded`);
process.exit(failed === 0 ? 0 : 1);
