import type { LogEntry } from './container-log.ts';

/** What of a log is asked for. */
export interface LogQuery {
  readonly follow: boolean;
  readonly previous: boolean;
  readonly timestamps: boolean;
  readonly tailLines: number | undefined;
  readonly sinceMs: number | undefined;
  readonly limitBytes: number | undefined;
}

/** From the parameters of `/containerLogs`. */
export function parseLogQuery(parameters: URLSearchParams, nowMs: number): LogQuery {
  const flag = (name: string) => parameters.get(name) === 'true';
  const number = (name: string) => {
    const text = parameters.get(name);
    return text === null ? undefined : Number(text);
  };
  const seconds = number('sinceSeconds');
  const time = parameters.get('sinceTime');
  return {
    follow: flag('follow'),
    previous: flag('previous'),
    timestamps: flag('timestamps'),
    tailLines: number('tailLines'),
    sinceMs: seconds !== undefined ? nowMs - seconds * 1000 : time === null ? undefined : Date.parse(time),
    limitBytes: number('limitBytes'),
  };
}

/** The entries that a query begins with. */
export function selectEntries(
  entries: readonly LogEntry[],
  { tailLines, sinceMs }: Pick<LogQuery, 'tailLines' | 'sinceMs'>,
): readonly LogEntry[] {
  const recent = sinceMs === undefined ? entries : entries.filter(({ timeMs }) => timeMs >= sinceMs);
  if (tailLines === undefined) return recent;
  let [lines, start] = [0, recent.length];
  while (start > 0 && lines <= tailLines) {
    const before = recent[start - 1];
    const endsLine = before?.text.endsWith('\n') === true;
    // What is not ended yet counts as a line too.
    if (endsLine || start === recent.length) lines += 1;
    if (lines > tailLines) break;
    start -= 1;
  }
  return recent.slice(start);
}

/** As it is sent. `startsLine`: whether the entry before ended one. */
export function formatEntry({ timeMs, text }: LogEntry, timestamps: boolean, startsLine: boolean): string {
  if (!timestamps || !startsLine) return text;
  return `${new Date(timeMs).toISOString().replace('Z', '000000Z')} ${text}`;
}
