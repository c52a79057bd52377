import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiGroup } from '@banyan/kube';
import { mayBeTemplates, parentResources, shadowNames } from './parent-kinds.ts';

const VERBS = ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'];

function group(name: string, versions: Record<string, Record<string, readonly string[]>>): ApiGroup {
  return {
    name,
    versions: Object.entries(versions).map(([version, resources]) => ({
      version,
      stale: false,
      resources: Object.entries(resources).map(([resource, verbs]) => {
        const kind = resource.slice(0, -1);
        const words = { shortNames: [], categories: [], subresources: [], singular: kind };
        return { group: name, version, resource, kind, namespaced: true, verbs, ...words };
      }),
    })),
  };
}

test('built-in and aggregated groups are there, each resource once with all of its versions', () => {
  const found = parentResources(
    [
      group('', { v1: { pods: VERBS, bindings: ['create'] } }),
      group('autoscaling', {
        v2: { horizontalpodautoscalers: VERBS },
        v1: { horizontalpodautoscalers: VERBS },
      }),
      group('served.example.com', { v1: { things: VERBS } }),
      group('defined.example.com', { v1: { widgets: VERBS } }),
      group('metrics.k8s.io', { v1: { nodes: ['get', 'list'] } }),
    ],
    new Set(['served.example.com', 'metrics.k8s.io']),
  );
  assert.deepEqual(
    found.map(({ resource, versions }) => [resource, ...versions.map(({ version }) => version)]),
    [
      ['pods', 'v1'],
      ['horizontalpodautoscalers', 'v2', 'v1'],
      ['things', 'v1'],
    ],
  );
});

const LEFT_OUT: readonly [group: string, resource: string, isLeftOut: boolean][] = [
  ['apps.clusternet.io', 'subscriptions', true],
  ['clusternet.io', 'x', true],
  ['notclusternet.io', 'x', false],
  ['proxies.banyan.dev', 'templates', true],
  ['shadow', 'deployments', true],
  ['apiregistration.k8s.io', 'apiservices', true],
  ['apps', 'deployments', false],
  ['', 'events', false],
  ['events.k8s.io', 'events', true],
];

for (const [of, resource, isLeftOut] of LEFT_OUT)
  test(`${resource} of "${of}" ${isLeftOut ? 'cannot' : 'can'} be templates`, () => {
    assert.equal(mayBeTemplates({ group: of, resource }), !isLeftOut);
  });

test('the first of a plural has its plain name', () => {
  const { names, shared } = shadowNames([
    { group: '', resource: 'services' },
    { group: 'a.dev', resource: 'widgets' },
    { group: 'b.dev', resource: 'widgets' },
    { group: 'serving.dev', resource: 'services' },
  ]);
  assert.deepEqual(names, ['services', 'widgets', 'widgets.b.dev', 'services.serving.dev']);
  assert.deepEqual([...shared], ['widgets', 'services']);
});
