import { source, type ManifestSource } from './manifest-source.ts';
import type { Mutation } from './mutation.ts';

const TIMES = ['2026-01-01T00:00:00.000000Z', '2026-01-02T00:00:00.5Z', null];

/** What both groups have, by the same names. */
const COMMON: readonly Mutation[] = [
  ['eventTime', ...TIMES],
  ['action', 'Other', 'x'.repeat(129), '', null],
  ['reason', 'Other', 'x'.repeat(129), '', null],
  ['type', 'Warning', 'Odd', '', null],
  ['reportingInstance', 'other', 'x'.repeat(129), '', null],
  ['series', { count: 1 }, { count: 2, lastObservedTime: TIMES[0] }, {}],
  ['related', { kind: 'Pod', name: 'q' }],
];

const CORE: readonly Mutation[] = [
  ...COMMON,
  ['involvedObject', {}, { kind: 'Node', name: 'n' }, { kind: 'Pod', namespace: 'other', name: 'p' }],
  ['message', 'other', 'x'.repeat(1025), null],
  ['reportingComponent', 'x.example/y', 'a b', '', null],
  ['source', { component: 'c' }, { host: 'h' }],
  ['count', 0, 5, -1],
  ['firstTimestamp', '2026-01-01T00:00:00Z', null],
];

const OTHER: readonly Mutation[] = [
  ...COMMON,
  ['regarding', {}, { kind: 'Node', name: 'n' }, { kind: 'Pod', namespace: 'other', name: 'p' }],
  ['note', 'other', 'x'.repeat(1025), null],
  ['reportingController', 'x.example/y', 'a b', '', null],
  ['deprecatedSource', { component: 'c' }, { host: 'h' }],
  ['deprecatedCount', 0, 5, -1],
  ['deprecatedFirstTimestamp', '2026-01-01T00:00:00Z', null],
  ['deprecatedLastTimestamp', '2026-01-01T00:00:00Z', null],
];

const object = { kind: 'Pod', namespace: 'default', name: 'p' };

export const EVENT_SOURCES: readonly ManifestSource[] = [
  source(
    ['', 'v1', 'Event', 'events'],
    { involvedObject: object, type: 'Normal', reason: 'R', message: 'm' },
    [
      ['', CORE],
      ['', CORE],
    ],
  ),
  source(
    ['events.k8s.io', 'v1', 'Event', 'events'],
    {
      metadata: { name: 'new' },
      eventTime: TIMES[0],
      reportingController: 'x.example/test',
      reportingInstance: 'i',
      action: 'A',
      reason: 'R',
      type: 'Normal',
      regarding: object,
      note: 'n',
    },
    [
      ['', OTHER],
      ['', OTHER],
    ],
  ),
];
