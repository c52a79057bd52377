import type { ContractCase } from './contract-case.ts';
import { CONTRACT_ROWS, CONTRACT_ROW_NAMES } from './contract-rows.ts';
import type { Transcript } from './transcript.ts';

const START = '<!-- contract coverage: written by scripts/update-contract.ts -->';
const END = '<!-- end of contract coverage -->';

/** The README's table: how many cases and exchanges each row has. */
export function coverageTable(
  cases: readonly ContractCase[],
  transcripts: ReadonlyMap<string, Transcript>,
): string {
  const lines = ['| row | cases | exchanges | covers |', '|---|---:|---:|---|'];
  let exchangesInAll = 0;
  for (const row of CONTRACT_ROW_NAMES) {
    const inRow = cases.filter((one) => one.row === row);
    const exchanges = inRow
      .map(({ id }) => transcripts.get(`${row}/${id}`)?.exchanges.length ?? 0)
      .reduce((sum, count) => sum + count, 0);
    exchangesInAll += exchanges;
    if (inRow.length > 0) lines.push(`| ${row} | ${inRow.length} | ${exchanges} | ${CONTRACT_ROWS[row]} |`);
  }
  lines.push(`| **all** | **${cases.length}** | **${exchangesInAll}** | |`);
  return lines.join('\n');
}

/** The README with its table replaced; throws if the markers are not there. */
export function replaceCoverageTable(readme: string, table: string): string {
  const [start, end] = [readme.indexOf(START), readme.indexOf(END)];
  if (start < 0 || end < start) throw new Error(`the README lacks the markers ${START} and ${END}`);
  return `${readme.slice(0, start)}${START}\n\n${table}\n\n${readme.slice(end)}`;
}
