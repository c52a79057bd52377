import { createWriteStream } from 'node:fs';
import { join } from 'node:path';

/** What a part says goes into a file of its own, for its owner's eyes alone; begun anew at each start. */
export function partLog(dir: string, part: string): (text: string) => void {
  const stream = createWriteStream(join(dir, `${part}.log`), { mode: 0o600 });
  // A full disk is no reason for a demo to end.
  stream.on('error', () => {});
  return (text) => void stream.write(text);
}
