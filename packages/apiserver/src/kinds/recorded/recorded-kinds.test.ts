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

/** Kinds that other rows use to ask about verbs: only the row about kinds is about them. */
const KINDS_OF_ALL_ROWS = [
  'Namespace',
  'Lease',
  'ConfigMap',
  'Secret',
  'ServiceAccount',
  'Service',
  'Endpoints',
  'EndpointSlice',
  'Ingress',
  'IngressClass',
  'NetworkPolicy',
  'PersistentVolume',
  'PersistentVolumeClaim',
  'StorageClass',
  'Node',
  'PriorityClass',
  'RuntimeClass',
  'Role',
  'ClusterRole',
  'RoleBinding',
  'ClusterRoleBinding',
  'PodDisruptionBudget',
  'LimitRange',
  'ResourceQuota',
  'HorizontalPodAutoscaler',
  'Event',
  'ValidatingAdmissionPolicy',
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

/** Cases about what there is, and not about one write: the contract suite asks the whole server. */
const ABOUT_THE_CLUSTER = [
  'kinds/claim-default-class',
  'kinds/ingress-default-class',
  'kinds/namespace-missing',
  'kinds/quota-updates',
  'kinds/service-address-given',
  'kinds/service-collisions',
  'policies/',
];

/** Refused before any strategy was asked. */
function isOfTheKind({ title, body }: RecordedWrite): boolean {
  if (ABOUT_THE_CLUSTER.some((id) => title.startsWith(id))) return false;
  return !(body.kind === 'Status' && (body as Status).details?.causes?.[0]?.field === 'patch');
}

const writes = [...readTranscripts()]
  .flatMap(([id, transcript]) => recordedWrites(id, transcript, MADE_BEFORE))
  .filter(isOfTheKind)
  .filter(({ kind, title }) => {
    const isOfKinds = title.startsWith('kinds/') && KINDS_OF_ALL_ROWS.includes(kind.kind);
    return isOfKinds || KINDS.includes(kind.kind);
  });

describe('kinds answer as the real server did', () => {
  it('has something to compare', () => assert.ok(writes.length > 200, String(writes.length)));
  for (const write of writes) it(write.title, () => compareAnswer(write));
});
