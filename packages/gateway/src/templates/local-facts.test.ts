import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '@banyan/api';
import { withLocalFacts, withoutLocalFacts } from './local-facts.ts';

function object(kind: string, spec: Record<string, unknown>): KubeObject {
  return { apiVersion: 'v1', kind, metadata: { name: 'a' }, spec };
}

const ROWS: readonly {
  readonly name: string;
  readonly sent: KubeObject;
  readonly tried: Record<string, unknown>;
  readonly answered: Record<string, unknown>;
  readonly kept: Record<string, unknown>;
}[] = [
  {
    name: 'a Pod’s account',
    sent: object('Pod', { serviceAccountName: 'runner', containers: [] }),
    tried: { containers: [] },
    answered: { serviceAccountName: 'default', serviceAccount: 'default', containers: [] },
    kept: { serviceAccountName: 'runner', containers: [] },
  },
  {
    name: 'no account of a Pod that names none',
    sent: object('Pod', { containers: [] }),
    tried: { containers: [] },
    answered: { serviceAccountName: 'default', serviceAccount: 'default', containers: [] },
    kept: { containers: [] },
  },
  {
    name: 'the node ports of a Service that its author chose',
    sent: object('Service', { clusterIP: '10.0.0.7', ports: [{ port: 80, nodePort: 30_080 }, { port: 81 }] }),
    tried: { ports: [{ port: 80 }, { port: 81 }] },
    answered: {
      type: 'NodePort',
      ports: [
        { port: 80, protocol: 'TCP' },
        { port: 81, protocol: 'TCP' },
      ],
    },
    kept: {
      type: 'NodePort',
      ports: [
        { port: 80, protocol: 'TCP', nodePort: 30_080 },
        { port: 81, protocol: 'TCP' },
      ],
    },
  },
  {
    name: 'a Service without a head',
    sent: object('Service', { clusterIP: 'None' }),
    tried: { clusterIP: 'None' },
    answered: { clusterIP: 'None' },
    kept: { clusterIP: 'None' },
  },
];

for (const { name, sent, tried, answered, kept } of ROWS)
  test(`left to members: ${name}`, () => {
    assert.deepEqual(withoutLocalFacts(sent)['spec'], tried);
    assert.deepEqual(withLocalFacts({ ...sent, spec: answered }, sent)['spec'], kept);
  });

test('other kinds are as they are', () => {
  const job = { ...object('Job', { serviceAccountName: 'x' }), apiVersion: 'batch/v1' };
  assert.equal(withoutLocalFacts(job), job);
  assert.equal(withLocalFacts(job, job), job);
});
