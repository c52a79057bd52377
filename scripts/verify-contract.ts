/**
 * Runs the contract suite on real Kubernetes and compares with the recorded transcripts and the README's table; names
 * every difference and exits 1 if there is one. With arguments: only cases whose `row/id` contains one of them.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  ALL_CASES,
  caseKey,
  coverageTable,
  problemsOf,
  readTranscripts,
  replaceCoverageTable,
  runOnRealKubernetes,
} from '@banyan/testing/contract';

const README = join(import.meta.dirname, '../packages/testing/README.md');

const filters = process.argv.slice(2);
const chosen = ALL_CASES.filter(
  (one) => filters.length === 0 || filters.some((filter) => caseKey(one).includes(filter)),
);
const transcripts = readTranscripts();
const problems: string[] = [];
const outcomes = await runOnRealKubernetes(chosen);
for (const key of chosen.map(caseKey))
  problems.push(...problemsOf(key, outcomes.get(key), transcripts.get(key)));
const known = new Set(ALL_CASES.map(caseKey));
for (const key of transcripts.keys()) if (!known.has(key)) problems.push(`${key}: recorded, but no case`);
const readme = readFileSync(README, 'utf8');
if (replaceCoverageTable(readme, coverageTable(ALL_CASES, transcripts)) !== readme)
  problems.push('packages/testing/README.md: the coverage table is not what the transcripts show');
for (const problem of problems) console.error(problem);
console.log(`${chosen.length} cases run, ${problems.length} differences`);
process.exit(problems.length === 0 ? 0 : 1);
