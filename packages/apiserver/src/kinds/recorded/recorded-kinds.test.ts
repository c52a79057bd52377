import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { KubeObject, Status } from '@banyan/api';
import { readTranscripts } from '@banyan/testing/contract';
import { compareAnswer } from './compare-answer.ts';
import { recordedWrites, type RecordedWrite } from './recorded-writes.ts';

/** The kinds whose rules this folder's tests answer for. */
const KINDS = [
  'Pod',
  'PodTemplate',
  'ReplicationController',
  'Deployment',
  'ReplicaSet',
  'StatefulSet',
  'DaemonSet',
  'ControllerRevision',
  'Job',
  'CronJob',
];

/** What cases made without recording it. */
const MADE_BEFORE: Record<string, KubeObject> = {
  'priorityclasses//kinds-pod-priority': {
    ...object('PriorityClass', 'kinds-pod-priority'),
    value: 42,
    preemptionPolicy: 'Never',
  },
  'runtimeclasses//kinds-pod-runtime-class': {
    ...object('RuntimeClass', 'kinds-pod-runtime-class'),
    overhead: { podFixed: { cpu: '250m' } },
    scheduling: { nodeSelector: { sandbox: 'yes' } },
  },
  'serviceaccounts/kinds-pod-service-account/puller': {
    ...object('ServiceAccount', 'puller'),
    imagePullSecrets: [{ name: 'registry' }],
  },
  'serviceaccounts/kinds-pod-service-account/quiet': {
    ...object('ServiceAccount', 'quiet'),
    automountServiceAccountToken: false,
  },
};

function object(kind: string, name: string): KubeObject {
  return { apiVersion: 'v1', kind, metadata: { name } };
}

/** Refused before any strategy was asked. */
function isOfTheKind({ body }: RecordedWrite): boolean {
  return !(body.kind === 'Status' && (body as Status).details?.causes?.[0]?.field === 'patch');
}

const writes = [...readTranscripts()]
  .flatMap(([id, transcript]) => recordedWrites(id, transcript, MADE_BEFORE))
  .filter(isOfTheKind)
  .filter(({ kind }) => KINDS.includes(kind.kind));

describe('kinds answer as the real server did', () => {
  it('has something to compare', () => assert.ok(writes.length > 200, String(writes.length)));
  for (const write of writes) it(write.title, () => compareAnswer(write));
});
