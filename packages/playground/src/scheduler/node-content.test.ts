import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Node, Pod } from '@banyan/api/objects';
import { NodeContent } from './node-content.ts';

const NODE: Node = {
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'a' },
  status: { allocatable: { cpu: '2', pods: '3' } },
};

function pod(name: string, cpu: string, controllerUid?: string): Pod {
  const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'set', controller: true };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      namespace: 'default',
      ...(controllerUid !== undefined && { ownerReferences: [{ ...owner, uid: controllerUid }] }),
    },
    spec: { containers: [{ name: 'main', resources: { requests: { cpu } } }] },
  };
}

test('what pods ask for is counted once, whatever version of them comes', () => {
  const content = new NodeContent(NODE, [pod('one', '1', 'u'), pod('two', '500m', 'u')]);
  assert.deepEqual(content.requested, { cpu: 1.5, pods: 2 });
  assert.equal(content.countOf('u'), 2);
  content.put(pod('one', '2', 'u'));
  assert.deepEqual(content.requested, { cpu: 2.5, pods: 2 });
  assert.equal(content.countOf('u'), 2);
  content.take(pod('one', '7'));
  content.take(pod('never there', '7'));
  assert.deepEqual(content.requested, { cpu: 0.5, pods: 1 });
  assert.equal(content.countOf('u'), 1);
  assert.deepEqual(
    content.pods.map(({ metadata }) => metadata.name),
    ['two'],
  );
});

test('those that refuse company are known apart', () => {
  const repelling = pod('one', '1');
  const term = { topologyKey: 'zone', labelSelector: {} };
  repelling.spec.affinity = {
    podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] },
  };
  const content = new NodeContent(NODE, [repelling, pod('two', '1')]);
  assert.deepEqual([...content.repelling], [repelling]);
  content.take(repelling);
  assert.deepEqual([...content.repelling], []);
});
