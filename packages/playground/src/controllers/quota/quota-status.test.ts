import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '@banyan/api';
import type { ResourceQuota } from '@banyan/apiserver';
import { quotaStatus } from './quota-status.ts';

function object(kind: string, name: string, rest: object = {}): KubeObject {
  return { apiVersion: 'v1', kind, metadata: { name, namespace: 'default' }, ...rest };
}

function pod(name: string, requests: Record<string, string>, rest: object = {}): KubeObject {
  const containers = [{ name: 'main', resources: { requests } }];
  return object('Pod', name, { spec: { containers }, ...rest });
}

const quota = (hard: Record<string, string>, scopes?: string[]): ResourceQuota => ({
  ...object('ResourceQuota', 'quota'),
  spec: { hard, ...(scopes && { scopes }) },
});

const OBJECTS: Readonly<Record<string, readonly KubeObject[]>> = {
  pods: [
    pod('one', { cpu: '500m', memory: '100Mi' }),
    pod('two', { cpu: '250m', memory: '28Mi' }),
    pod('free', {}),
    pod('over', { cpu: '8' }, { status: { phase: 'Succeeded' } }),
  ],
  services: [
    object('Service', 'a', { spec: { type: 'NodePort', ports: [{}, {}] } }),
    object('Service', 'b', { spec: { type: 'LoadBalancer', ports: [{}] } }),
  ],
  'deployments.apps': [object('Deployment', 'web')],
  persistentvolumeclaims: [
    object('PersistentVolumeClaim', 'c', {
      spec: { storageClassName: 'fast', resources: { requests: { storage: '1Gi' } } },
    }),
  ],
};

const objectsIn = (table: string) => OBJECTS[table] ?? [];

const table: [string, ResourceQuota, Record<string, string>][] = [
  [
    'pods that are over take no resources, only their place',
    quota({ pods: '9', 'requests.cpu': '9', memory: '9Gi', 'count/pods': '9' }),
    { 'count/pods': '4', memory: '128Mi', pods: '3', 'requests.cpu': '750m' },
  ],
  ['a scope leaves out the others', quota({ pods: '9' }, ['BestEffort']), { pods: '1' }],
  ['the opposite scope too', quota({ pods: '9' }, ['NotBestEffort']), { pods: '2' }],
  [
    'services by what they take',
    quota({ services: '9', 'services.nodeports': '9', 'services.loadbalancers': '9' }),
    { services: '2', 'services.loadbalancers': '1', 'services.nodeports': '3' },
  ],
  [
    'any kind by its count, and what there is none of',
    quota({ 'count/deployments.apps': '2', secrets: '1' }),
    { 'count/deployments.apps': '1', secrets: '0' },
  ],
  [
    'claims by their class',
    quota({ 'requests.storage': '9Gi', 'fast.storageclass.storage.k8s.io/requests.storage': '9Gi' }),
    { 'fast.storageclass.storage.k8s.io/requests.storage': '1Gi', 'requests.storage': '1Gi' },
  ],
];

for (const [what, subject, used] of table)
  test(`a quota counts ${what}`, () => {
    assert.deepEqual(quotaStatus(subject, objectsIn), { hard: subject.spec?.hard, used });
  });
