import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '@banyan/api';
import type { Manifest } from '@banyan/api/clusternet';
import { manifestOf, manifestSelector, templateOf } from './template-manifest.ts';

const TEMPLATE: KubeObject = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'shop', labels: { a: '1', b: '2' } },
  spec: { replicas: 1 },
};

function kept(over: Partial<Manifest['metadata']> = {}, template = TEMPLATE): Manifest {
  const manifest = manifestOf(template, { name: 'deployments.shop.web', current: undefined });
  const server = { uid: 'u', resourceVersion: '7', generation: 3, creationTimestamp: '2026-01-01T00:00:00Z' };
  return { ...manifest, metadata: { ...manifest.metadata, ...server, ...over } };
}

test('what a template is called and how old it is, its Manifest says', () => {
  const shown = templateOf(kept(), 'apps/v1');
  assert.deepEqual(shown, {
    kind: 'Deployment',
    apiVersion: 'apps/v1',
    metadata: {
      name: 'web',
      namespace: 'shop',
      uid: 'u',
      resourceVersion: '7',
      generation: 3,
      creationTimestamp: '2026-01-01T00:00:00Z',
      labels: { a: '1', b: '2' },
    },
    spec: { replicas: 1 },
  });
});

test('one that is kept in another version is shown in the one that is asked for', () => {
  assert.equal(templateOf(kept(), 'apps/v2').apiVersion, 'apps/v2');
});

test('labels that a template loses go from its Manifest; those of others stay', () => {
  const before = kept();
  const current = {
    ...before,
    metadata: { ...before.metadata, labels: { ...before.metadata.labels, theirs: 'x' } },
  };
  const next = { ...TEMPLATE, metadata: { ...TEMPLATE.metadata, labels: { b: '3' } } };
  const { labels = {} } = manifestOf(next, { name: 'm', current }).metadata;
  assert.deepEqual([labels['a'], labels['b'], labels['theirs']], [undefined, '3', 'x']);
});

test('what cannot be a label is none, and a group that cannot be one is found by its hash', () => {
  const group = `${'g'.repeat(60)}.example.com`;
  const name = `${'n'.repeat(70)}`;
  const template = { ...TEMPLATE, apiVersion: `${group}/v1`, metadata: { name, namespace: 'shop' } };
  const { labels = {} } = manifestOf(template, { name: 'm', current: undefined }).metadata;
  assert.equal(labels['apps.clusternet.io/config.name'], undefined);
  const value = labels['apps.clusternet.io/config.group'];
  assert.match(value ?? '', /^[a-z0-9]{10}$/);
  assert.equal(
    manifestSelector({ group, kind: 'Deployment' }, 'shop'),
    `apps.clusternet.io/config.group=${value},apps.clusternet.io/config.kind=Deployment,apps.clusternet.io/config.namespace=shop`,
  );
});

test('what holds a Manifest that is being deleted is shown, and does not become the template’s', () => {
  const current = kept({ deletionTimestamp: '2026-01-02T00:00:00Z', finalizers: ['x/held'] });
  const shown = templateOf(current, 'apps/v1');
  assert.deepEqual(shown.metadata.finalizers, ['x/held']);
  const next = manifestOf(shown, { name: 'm', current });
  assert.equal(next.template.metadata.finalizers, undefined);
  assert.deepEqual(next.metadata.finalizers, ['x/held']);
});
