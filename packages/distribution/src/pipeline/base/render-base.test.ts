import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  feedKey,
  type Base,
  type Description,
  type Localization,
  type Subscription,
} from '@banyan/api/clusternet';
import {
  descriptionsOfWork,
  digest,
  feedOverridesOf,
  identityOf,
  type FeedOverrides,
  type Member,
} from '@banyan/engine';
import type { FeedTemplate, FoundFeed } from '../templates.ts';
import { CONFIG, CONFIG_MAP, deployment, overrideObject, WEB } from '../test-objects.ts';
import { renamedAnnotation } from './renamed-objects.ts';
import { renderBase, type RenderedBase } from './render-base.ts';
import { shareOverrides, sharesOfBase } from './share-of-base.ts';
import { isRendered } from './write-descriptions.ts';

const MEMBER: Member = {
  name: 'a',
  namespace: 'clusternet-a',
  id: 'id',
  labels: {},
  taints: [],
  state: 'ready',
  facts: {},
};
const BASE: Base = {
  apiVersion: 'apps.clusternet.io/v1alpha1',
  kind: 'Base',
  metadata: { name: 'app', namespace: 'clusternet-a', uid: 'base' },
  spec: { feeds: [CONFIG, WEB] },
};

function found(object = CONFIG_MAP): FeedTemplate {
  const { apiVersion, kind, metadata } = object;
  const feed = { apiVersion, kind, namespace: metadata.namespace ?? '', name: metadata.name ?? '' };
  const template = { key: feedKey(feed), object };
  return { feed, template, identity: identityOf(object), digest: digest(object) };
}

const MISSING: FoundFeed = {
  feed: CONFIG,
  identity: identityOf(CONFIG_MAP),
  reason: 'NonexistentConfigMap',
  problem: 'there is no such template',
  isUnknownKind: false,
};

function rendered(
  feeds: readonly FoundFeed[],
  overrides: readonly FeedOverrides[] | undefined = [],
  descriptions: readonly Description[] = [],
): RenderedBase {
  const overridesOf = (): readonly FeedOverrides[] | undefined => overrides;
  return renderBase({ base: BASE, member: MEMBER, hubId: 'hub', feeds, overridesOf, descriptions });
}

function override(value: string, policy: 'ApplyNow' | 'ApplyLater' = 'ApplyNow'): FeedOverrides {
  const facts = { name: 'mine', namespace: 'clusternet-a', feed: CONFIG, policy } as const;
  const object = overrideObject({ ...facts, overrides: [{ type: 'MergePatch', value }] });
  const overrides = feedOverridesOf(object as Localization);
  assert.ok(overrides);
  return overrides;
}

test('a template that is missing, or waits, keeps what the member has of it', () => {
  const before = rendered([found(), found(deployment(2))]).render();
  const descriptions = descriptionsOfWork({ base: BASE, member: MEMBER, objects: before.objects });
  const { objects, failures } = rendered([MISSING, found(deployment(3))], [], descriptions).render();
  assert.deepEqual(
    objects.map(({ object }) => object['spec'] ?? object['data']),
    [{ replicas: 3 }, { a: '1' }],
  );
  assert.deepEqual(failures, []);
  assert.deepEqual(rendered([MISSING]).render().objects, []);
});

test('a failing override keeps the last good object, whatever is rendered beside it', () => {
  const good = rendered([found()], [override('{"data":{"a":"2"}}')]).render();
  const descriptions = descriptionsOfWork({ base: BASE, member: MEMBER, objects: good.objects });
  const work = rendered([found()], [override('[not yaml: {')], descriptions).render();
  assert.deepEqual(work.objects[0]?.object['data'], { a: '2' });
  assert.equal(work.failures[0]?.isKept, true);
});

test('an object that was renamed is found again when its override no longer fits', () => {
  const good = rendered([found()], [override('{"metadata":{"name":"other"}}')]).render();
  assert.deepEqual(good.renamed, { 'v1/ConfigMap/shop/config': '/ConfigMap/shop/other' });
  const [description] = descriptionsOfWork({ base: BASE, member: MEMBER, objects: good.objects });
  assert.ok(description);
  description.metadata.annotations = renamedAnnotation(good.renamed);
  for (const work of [
    rendered([found()], [override('[not yaml: {')], [description]).render(),
    rendered([MISSING], [], [description]).render(),
  ]) {
    assert.equal(work.objects[0]?.object.metadata.name, 'other');
    assert.deepEqual(work.renamed, good.renamed);
  }
});

test('lazy overrides are no reason to render; templates, other overrides and missing feeds are', () => {
  const { trigger } = rendered([found()]);
  assert.equal(rendered([found()], [override('{}', 'ApplyLater')]).trigger, trigger);
  assert.notEqual(rendered([found()], [override('{}')]).trigger, trigger);
  assert.notEqual(rendered([found({ ...CONFIG_MAP, data: {} })]).trigger, trigger);
  assert.notEqual(rendered([found(), MISSING]).trigger, trigger);
});

test('what was written in part is not taken for done', () => {
  const description = (annotation: string): Description => ({
    apiVersion: BASE.apiVersion,
    kind: 'Description',
    metadata: { name: 'app-generic', annotations: { 'banyan.dev/rendered': annotation } },
    spec: { deployer: 'Generic' },
  });
  assert.equal(isRendered(BASE, [description('t.1')], 't'), true);
  assert.equal(isRendered(BASE, [description('t.2')], 't'), false);
  assert.equal(isRendered(BASE, [description('other.1')], 't'), false);
  const { metadata } = BASE;
  const strict = { ...BASE, metadata: { ...metadata, annotations: { 'banyan.dev/drift': 'report' } } };
  assert.equal(isRendered(strict, [description('t.1')], 't'), false);
});

test('a share is the one of the decision, for the member that it was made for', () => {
  const subscription: Subscription = {
    apiVersion: BASE.apiVersion,
    kind: 'Subscription',
    metadata: { name: 'app', namespace: 'default' },
    spec: { schedulingStrategy: 'Dividing', subscribers: [], feeds: [WEB] },
    status: { bindingClusters: ['clusternet-a/a', 'clusternet-b/b'], replicas: { [feedKey(WEB)]: [7, 3] } },
  };
  const inventory = {
    apiVersion: BASE.apiVersion,
    kind: 'FeedInventory',
    metadata: {},
    spec: { feeds: [{ ...WEB, desiredReplicas: 10, replicaJsonPath: '/spec/replicas' }] },
  };
  const shareOf = (memberKey: string): unknown => {
    const shares = sharesOfBase(subscription, inventory, memberKey);
    assert.ok(shares);
    const share = shareOverrides(BASE, shares).get(feedKey(WEB));
    return share?.set.overrides[0]?.patch;
  };
  assert.deepEqual(shareOf('clusternet-a/a'), [{ op: 'replace', path: '/spec/replicas', value: 7 }]);
  assert.equal(shareOf('clusternet-c/c'), undefined);
  const { status: _status, ...undecided } = subscription;
  assert.equal(sharesOfBase(undecided, inventory, 'clusternet-a/a')?.shares.size, 0);
  assert.equal(
    sharesOfBase(
      { ...undecided, spec: { ...undecided.spec, schedulingStrategy: 'Replication' } },
      inventory,
      'x',
    ),
    undefined,
  );
});
