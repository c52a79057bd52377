import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Where the truth is kept: one file a scenario, as the real server and kubectl gave it. */
export const TRANSCRIPTS_DIR = fileURLToPath(new URL('../../generated/kubectl/', import.meta.url));

export async function readTranscript(id: string): Promise<string> {
  return readFile(transcriptFile(id), 'utf8').catch(() => '');
}

export async function writeTranscript(id: string, transcript: string): Promise<void> {
  await writeFile(transcriptFile(id), transcript);
}

function transcriptFile(id: string): string {
  return `${TRANSCRIPTS_DIR}${id}.txt`;
}
