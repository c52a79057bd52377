import { orElse } from './cell-text.ts';
import { columnsFor, NAME, text, wide, type Shown } from './column.ts';
import { timeSince } from '@banyan/api/human-duration';

interface Reference {
  readonly kind?: string;
  readonly name?: string;
  readonly fieldPath?: string;
}

interface Source {
  readonly component?: string;
  readonly host?: string;
}

/** An event of either group: each has its own names for the same. */
interface Event extends Shown {
  readonly type?: string;
  readonly reason?: string;
  readonly eventTime?: string | null;
  readonly series?: { readonly count?: number; readonly lastObservedTime?: string | null };
  readonly reportingInstance?: string;
  readonly involvedObject?: Reference;
  readonly regarding?: Reference;
  readonly message?: string;
  readonly note?: string;
  readonly source?: Source;
  readonly deprecatedSource?: Source;
  readonly reportingComponent?: string;
  readonly reportingController?: string;
  readonly firstTimestamp?: string | null;
  readonly deprecatedFirstTimestamp?: string | null;
  readonly lastTimestamp?: string | null;
  readonly deprecatedLastTimestamp?: string | null;
  readonly count?: number;
  readonly deprecatedCount?: number;
}

export const EVENT_COLUMNS = columnsFor<Event>([
  text('Last Seen', 'How long ago it last happened', lastSeen),
  text('Type', 'Normal or a warning', ({ type }) => type ?? ''),
  text('Reason', 'What happened, in a word', ({ reason }) => reason ?? ''),
  text('Object', 'What it happened to', (event) => {
    const { kind = '', name = '' } = about(event);
    return name === '' ? kind.toLowerCase() : `${kind.toLowerCase()}/${name}`;
  }),
  wide(text('Subobject', 'The part that it happened to', (event) => about(event).fieldPath ?? '')),
  wide(text('Source', 'Who says so', sourceText)),
  text('Message', 'What happened', ({ message, note }) => (message ?? note ?? '').trim()),
  wide(text('First Seen', 'How long ago it first happened', firstSeen)),
  wide(text('Count', 'How often it happened', timesSeen)),
  wide(NAME),
]);

function about({ involvedObject, regarding }: Event): Reference {
  return involvedObject ?? regarding ?? {};
}

function firstSeen(event: Event, now: Date): string {
  return timeSince(event.firstTimestamp ?? event.deprecatedFirstTimestamp ?? event.eventTime, now);
}

function lastSeen(event: Event, now: Date): string {
  if (event.series !== undefined) return timeSince(event.series.lastObservedTime, now);
  const last = event.lastTimestamp ?? event.deprecatedLastTimestamp;
  return last === undefined || last === null ? firstSeen(event, now) : timeSince(last, now);
}

/** An event that happened once need not count. */
function timesSeen({ series, count, deprecatedCount }: Event): number {
  return series === undefined ? count || deprecatedCount || 1 : (series.count ?? 0);
}

function sourceText(event: Event): string {
  const source = event.source ?? event.deprecatedSource ?? {};
  const reporter = event.reportingComponent ?? event.reportingController ?? '';
  const component = orElse(source.component, reporter);
  const instance = orElse(source.host, event.reportingInstance ?? '');
  return instance === '' ? component : `${component}, ${instance}`;
}
