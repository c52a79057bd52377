import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** What a user saw on real Kubernetes: one file a scenario. */
const DIR = fileURLToPath(new URL('../generated/', import.meta.url));

/** Empty if there is none. */
export async function recordedTranscript(id: string): Promise<string> {
  return readFile(`${DIR}${id}.txt`, 'utf8').catch(() => '');
}

export async function recordTranscript(id: string, transcript: string): Promise<void> {
  await writeFile(`${DIR}${id}.txt`, transcript);
}
