import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTranscripts } from '@banyan/testing/contract';
import { bootstrapObjects } from './bootstrap-objects.ts';

test('the first namespaces are those of every cluster', () => {
  const namespaces = bootstrapObjects().filter(({ kind }) => kind === 'Namespace');
  const names = namespaces.map(({ metadata }) => metadata.name);
  assert.deepEqual(names, ['default', 'kube-node-lease', 'kube-public', 'kube-system']);
});

test('they are without what creating them gives', () => {
  for (const { metadata } of bootstrapObjects()) {
    assert.equal(metadata.uid, undefined);
    assert.equal(metadata.resourceVersion, undefined);
    assert.equal(metadata.creationTimestamp, undefined);
  }
});

test('what is in a namespace comes after it', () => {
  const known = new Set<string | undefined>([undefined]);
  for (const { kind, metadata } of bootstrapObjects()) {
    assert.ok(known.has(metadata.namespace), metadata.name);
    if (kind === 'Namespace') known.add(metadata.name);
  }
});

const KINDS: Readonly<Record<string, string>> = {
  clusterroles: 'ClusterRole',
  clusterrolebindings: 'ClusterRoleBinding',
  roles: 'Role',
  rolebindings: 'RoleBinding',
};

const recorded = readTranscripts().get('rbac/default-cluster-roles')?.exchanges ?? [];
for (const { request, response } of recorded) {
  const kind = KINDS[request.path.split('/').at(-1) ?? ''];
  if (kind === undefined || response.facts === undefined) continue;
  test(`the default objects of kind ${kind} are those of the real server`, () => {
    const facts = Object.fromEntries(
      bootstrapObjects()
        .filter((object) => object.kind === kind)
        .map(({ metadata, rules, roleRef, subjects, aggregationRule }) => [
          [metadata.namespace, metadata.name].filter(Boolean).join('/'),
          {
            ...(rules !== undefined && aggregationRule === undefined && { rules }),
            ...(aggregationRule !== undefined && { aggregationRule }),
            ...(roleRef !== undefined && { roleRef }),
            ...(subjects !== undefined && { subjects }),
          },
        ]),
    );
    assert.deepEqual(facts, response.facts);
  });
}
