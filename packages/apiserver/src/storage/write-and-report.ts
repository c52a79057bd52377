/**
 * For tests, in a process of its own that can be killed: `node write-and-report.ts FILE WRITERS COUNT` writes COUNT
 * objects by so many writers at once, and prints a line `seen KEY` when a watcher sees one and `acknowledged KEY`
 * when its writer is answered; `stopped MESSAGE` when nothing can be written any more; and at last `readable KEY`
 * for all that can be read.
 */
import { ObjectStore } from './object-store.ts';
import { sqlitePersistence } from './sqlite-persistence.ts';
import { put } from './test-object.ts';

const [file = '', writers = '1', count = '1'] = process.argv.slice(2);
/** Writing to a pipe is synchronous: what is printed is in it, whatever becomes of the process. */
const report = (what: string, text: string) => process.stdout.write(`${what} ${text}\n`);

const store = await ObjectStore.open(sqlitePersistence(file));
store.table('pods').listen(({ current }) => report('seen', current.key));
let next = 0;
async function write(): Promise<void> {
  while (next < Number(count)) {
    const key = `key-${next++}`;
    try {
      await store.write('pods', key, put('x'.repeat(1000)));
      report('acknowledged', key);
    } catch (error) {
      return void report('stopped', error instanceof Error ? error.message : String(error));
    }
  }
}
await Promise.all(Array.from({ length: Number(writers) }, write));
for (const { key } of store.table('pods').scan()) report('readable', key);
await store.close();
