import { readFileSync, writeFileSync } from 'node:fs';

export interface JournalLine {
  readonly identity: string;
  readonly what: string;
  readonly event: string;
  readonly epoch: number;
  readonly atMs: number;
}

/** What the replica processes wrote, in the order in which it happened: an append is atomic. */
export class ReplicaJournal {
  readonly file: string;

  constructor(file: string) {
    this.file = file;
    writeFileSync(file, '');
  }

  lines(event?: string): JournalLine[] {
    const all = readFileSync(this.file, 'utf8').trimEnd().split('\n').map(parseLine);
    return event === undefined ? all : all.filter((line) => line.event === event);
  }

  /** Who acted last. */
  lastActor(what = 'leader'): string | undefined {
    return this.lines('act').findLast((line) => line.what === what)?.identity;
  }

  /** Acts whose epoch is smaller than that of an act before them: someone acted after another had taken over. */
  staleActs(): JournalLine[] {
    const greatest = new Map<string, number>();
    return this.lines('act').filter(({ what, epoch }) => {
      const before = greatest.get(what) ?? -1;
      greatest.set(what, Math.max(before, epoch));
      return epoch < before;
    });
  }
}

function parseLine(line: string): JournalLine {
  const [identity = '', what = '', event = '', epoch = '', atMs = ''] = line.split(' ');
  return { identity, what, event, epoch: Number(epoch), atMs: Number(atMs) };
}
