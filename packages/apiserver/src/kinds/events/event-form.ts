import type { KubeObject } from '@banyan/api';
import { normaliseObject } from '../../decoding/normalise-object.ts';
import type { StoredForm } from '../kind-rules.ts';

/** An Event of the core group, in which all are kept. */
export interface CoreEvent extends KubeObject {
  involvedObject?: ObjectReference;
  related?: ObjectReference;
  reason?: string;
  message?: string;
  source?: { component?: string; host?: string };
  firstTimestamp?: string | null;
  lastTimestamp?: string | null;
  count?: number;
  type?: string;
  eventTime?: string | null;
  series?: { count?: number; lastObservedTime?: string | null };
  action?: string;
  reportingComponent?: string;
  reportingInstance?: string;
}

export interface ObjectReference {
  kind?: string;
  namespace?: string;
  name?: string;
  uid?: string;
  apiVersion?: string;
  resourceVersion?: string;
  fieldPath?: string;
}

/** What events.k8s.io calls the fields that both have. */
const NAMES: readonly (readonly [core: string, other: string])[] = [
  ['involvedObject', 'regarding'],
  ['message', 'note'],
  ['source', 'deprecatedSource'],
  ['firstTimestamp', 'deprecatedFirstTimestamp'],
  ['lastTimestamp', 'deprecatedLastTimestamp'],
  ['count', 'deprecatedCount'],
  ['reportingComponent', 'reportingController'],
];
const TO_CORE = new Map(NAMES.map(([core, other]) => [other, core]));
const FROM_CORE = new Map(NAMES);

/** Events of both groups are the same objects. */
export const otherEventForm: StoredForm = {
  of: { group: '', resource: 'events' },
  fromStorage: (object) => renamed(object, FROM_CORE, 'events.k8s.io'),
  toStorage: (object) => renamed(object, TO_CORE, ''),
};

function renamed(
  object: Readonly<KubeObject>,
  names: ReadonlyMap<string, string>,
  group: string,
): KubeObject {
  const { apiVersion: _, ...rest } = object;
  const entries = Object.entries(rest).map(([name, value]) => [names.get(name) ?? name, value]);
  const content = Object.fromEntries(entries) as Record<string, unknown>;
  return normaliseObject(content, { group, version: 'v1', kind: 'Event' }).object;
}
