import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONTRACT_ROW_NAMES, type ContractRow } from './contract-rows.ts';
import { printJson } from './print-json.ts';
import type { Json, Transcript } from './transcript.ts';

/** Where the recorded transcripts are: one file a row. */
export const TRANSCRIPTS_DIR = join(import.meta.dirname, '../../generated/contract');

/** The recorded transcript of every case, by `row/id`. */
export function readTranscripts(): Map<string, Transcript> {
  const transcripts = new Map<string, Transcript>();
  for (const row of CONTRACT_ROW_NAMES) {
    const file = transcriptFile(row);
    if (!existsSync(file)) continue;
    const recorded = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Transcript>;
    for (const [id, transcript] of Object.entries(recorded)) transcripts.set(`${row}/${id}`, transcript);
  }
  return transcripts;
}

export function transcriptFile(row: ContractRow): string {
  return join(TRANSCRIPTS_DIR, `${row}.json`);
}

/** The text of one row's file, cases in the order of their ids. */
export function printRow(row: ContractRow, transcripts: ReadonlyMap<string, Transcript>): string {
  const prefix = `${row}/`;
  const entries = [...transcripts]
    .filter(([key]) => key.startsWith(prefix))
    .map(([key, transcript]) => [key.slice(prefix.length), transcript] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `${printJson(Object.fromEntries(entries) as unknown as Json)}\n`;
}
