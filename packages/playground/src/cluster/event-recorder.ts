import type { KubeObject } from '@banyan/api';
import type { Clock } from '@banyan/controller';
import type { ClusterObjects } from './cluster-objects.ts';
import { EVENTS } from './resources.ts';
import { timestamp } from './set-condition.ts';

interface CoreEvent extends KubeObject {
  count?: number;
  lastTimestamp?: string;
}

/** Writes down what `kubectl describe` and `kubectl events` show. */
export interface EventRecorder {
  /** Returns at once: an event is worth less than what it tells of, and is lost rather than waited for. */
  record(about: Readonly<KubeObject>, event: RecordedEvent): void;
}

export interface RecordedEvent {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
  /** Which part of the object: `spec.containers{web}`. */
  readonly fieldPath?: string;
}

/** For clusters of which nobody asks what happened. */
export const NO_EVENTS: EventRecorder = { record: () => {} };

/** The same event again counts up the first, as client-go does. `host`: of a kubelet, its node. */
export function eventRecorder(
  objects: ClusterObjects,
  { component, host, clock }: { component: string; host?: string; clock: Clock },
): EventRecorder {
  const known = new Map<string, string>();
  return {
    record: (about, event) => {
      void write(objects, { about, event, component, host, nowMs: clock.now(), known }).catch(() => {
        // The namespace is being deleted, or the store is closed.
      });
    },
  };
}

interface EventWrite {
  readonly about: Readonly<KubeObject>;
  readonly event: RecordedEvent;
  readonly component: string;
  readonly host: string | undefined;
  readonly nowMs: number;
  /** Names of events by what they say. */
  readonly known: Map<string, string>;
}

/** As client-go: of so many it is known that they were told before. */
const MAX_KNOWN = 4096;
let told = 0;

/** Names are in the order of time, which is how `kubectl describe` shows what happened within a second. */
function eventName(name: string, nowMs: number): string {
  told += 1;
  return `${name}.${(BigInt(Math.trunc(nowMs)) * 1_000_000n + BigInt(told % 1_000_000)).toString(16)}`;
}

/** The name of the event that said the same, or a new one. */
function nameOf({ about, event, nowMs, known }: EventWrite): string {
  const { uid = '', name = '' } = about.metadata;
  const said = [uid, event.reason, event.message, event.fieldPath].join('\0');
  const own = known.get(said) ?? eventName(name, nowMs);
  known.delete(said);
  known.set(said, own);
  const [oldest] = known.keys();
  if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest);
  return own;
}

async function write(objects: ClusterObjects, request: EventWrite): Promise<void> {
  const {
    about,
    event: { fieldPath, ...event },
    component,
    host,
    nowMs,
  } = request;
  const { namespace = 'default', name = '', uid = '', resourceVersion = '' } = about.metadata;
  const now = timestamp(nowMs);
  const key = { namespace, name: nameOf(request) };
  const seen = await objects.update(EVENTS, key, (draft: CoreEvent) => {
    draft.count = (draft.count ?? 0) + 1;
    draft.lastTimestamp = now;
  });
  if (seen !== undefined) return;
  const { apiVersion, kind } = about;
  await objects.ensure(EVENTS, {
    metadata: key,
    involvedObject: {
      apiVersion,
      kind,
      name,
      uid,
      resourceVersion,
      ...(about.metadata.namespace !== undefined && { namespace }),
      ...(fieldPath !== undefined && { fieldPath }),
    },
    ...event,
    count: 1,
    firstTimestamp: now,
    lastTimestamp: now,
    source: { component, ...(host !== undefined && { host }) },
    reportingComponent: component,
    reportingInstance: host ?? '',
  });
}
