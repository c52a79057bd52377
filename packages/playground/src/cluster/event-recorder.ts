import { createHash } from 'node:crypto';
import type { KubeObject } from '@banyan/api';
import type { Clock } from '@banyan/controller';
import type { ClusterObjects } from './cluster-objects.ts';
import { EVENTS } from './resources.ts';

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
  return {
    record: (about, event) => {
      const now = new Date(clock.now()).toISOString().replace(/\.\d+Z$/, 'Z');
      void write(objects, { about, event, component, host, now }).catch(() => {
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
  readonly now: string;
}

async function write(
  objects: ClusterObjects,
  { about, event: { fieldPath, ...event }, component, host, now }: EventWrite,
): Promise<void> {
  const { namespace = 'default', name = '', uid = '', resourceVersion = '' } = about.metadata;
  const digest = createHash('sha1').update(
    [uid, component, event.reason, event.message, fieldPath].join('\0'),
  );
  const key = { namespace, name: `${name}.${digest.digest('hex').slice(0, 16)}` };
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
