import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiResource } from './api-resource.ts';
import { isAmbiguous } from './mapping-error.ts';
import { RestMapper } from './rest-mapper.ts';

function resource(name: string, kind: string, more: Partial<ApiResource> = {}): ApiResource {
  return {
    group: '',
    version: 'v1',
    resource: name,
    singular: kind.toLowerCase(),
    kind,
    namespaced: true,
    verbs: [],
    shortNames: [],
    categories: [],
    subresources: [],
    ...more,
  };
}

const group = (name: string, ...versions: readonly (readonly [string, ...ApiResource[]])[]) => ({
  name,
  versions: versions.map(([version, ...resources]) => ({
    version,
    stale: false,
    resources: resources.map((each) => ({ ...each, group: name, version })),
  })),
});

const mapper = new RestMapper([
  group('', [
    'v1',
    resource('pods', 'Pod', { shortNames: ['po'], categories: ['all'] }),
    resource('events', 'Event', { shortNames: ['ev'] }),
    resource('endpoints', 'Endpoints'),
    resource('services', 'Service', { shortNames: ['svc'], categories: ['all'] }),
  ]),
  group('apps', [
    'v1',
    resource('deployments', 'Deployment', { shortNames: ['deploy'], categories: ['all'] }),
  ]),
  group('events.k8s.io', ['v1', resource('events', 'Event', { shortNames: ['ev'] })]),
  group(
    'autoscaling',
    [
      'v2',
      resource('horizontalpodautoscalers', 'HorizontalPodAutoscaler', {
        shortNames: ['hpa'],
        categories: ['all'],
      }),
    ],
    [
      'v1',
      resource('horizontalpodautoscalers', 'HorizontalPodAutoscaler', {
        shortNames: ['hpa'],
        categories: ['all'],
      }),
      resource('oldthings', 'OldThing'),
    ],
  ),
  group('v1.example.com', ['v1', resource('widgets', 'Widget')]),
  group(
    'example.com',
    ['v1', resource('gadgets', 'Gadget', { shortNames: ['po', 'svc2'] })],
    ['v1beta1', resource('gadgets', 'Gadget')],
  ),
  group('serving.knative.dev', ['v1', resource('services', 'Service', { shortNames: ['kservice', 'ksvc'] })]),
]);

const words: readonly (readonly [string, string])[] = [
  ['pods', 'pods.v1.'],
  ['pod', 'pods.v1.'],
  ['Pod', 'pods.v1.'],
  ['PODS', 'pods.v1.'],
  ['po', 'pods.v1.'],
  ['pods.', 'pods.v1.'],
  ['pods.v1.', 'pods.v1.'],
  ['endpoints', 'endpoints.v1.'],
  ['deploy', 'deployments.v1.apps'],
  ['deployments.apps', 'deployments.v1.apps'],
  ['deployment.v1.apps', 'deployments.v1.apps'],
  ['Deployment.v1.apps', 'deployments.v1.apps'],
  ['deploy.apps', 'deployments.v1.apps'],
  ['events.events.k8s.io', 'events.v1.events.k8s.io'],
  ['events.v1.events.k8s.io', 'events.v1.events.k8s.io'],
  ['events.v1.', 'events.v1.'],
  ['hpa', 'horizontalpodautoscalers.v2.autoscaling'],
  ['hpa.v1.autoscaling', 'horizontalpodautoscalers.v1.autoscaling'],
  ['oldthings', 'oldthings.v1.autoscaling'],
  ['widgets.v1.example.com', 'widgets.v1.v1.example.com'],
  ['widgets.v1.v1.example.com', 'widgets.v1.v1.example.com'],
  ['gadgets.v1.example.com', 'gadgets.v1.example.com'],
  ['gadgets.v1beta1.example.com', 'gadgets.v1beta1.example.com'],
  ['ksvc', 'services.v1.serving.knative.dev'],
];

for (const [word, expected] of words) {
  test(`"${word}" is ${expected}`, () => {
    // The short name po of example.com loses where the group is not said: it comes later.
    const found = mapper.resolve(word, { ambiguity: word === 'po' ? 'prefer' : 'refuse' });
    assert.equal(`${found?.resource}.${found?.version}.${found?.group}`, expected);
  });
}

for (const word of [
  'nothing',
  '',
  '.',
  '...',
  'pods.apps',
  'pods.v2.',
  'deployments.v1',
  '__proto__',
  'constructor',
  'gadgets.v9.example.com',
]) {
  test(`"${word}" is no resource`, () => {
    assert.equal(mapper.resolve(word), undefined);
  });
}

for (const [word, choices] of [
  ['events', 'events.v1., events.v1.events.k8s.io'],
  ['Event', 'events.v1., events.v1.events.k8s.io'],
  ['services', 'services.v1., services.v1.serving.knative.dev'],
  ['po', 'pods.v1., gadgets.v1.example.com'],
] as const) {
  test(`"${word}" is refused with its choices, or the first of them is preferred`, () => {
    assert.throws(
      () => mapper.resolve(word),
      (error: Error) => isAmbiguous(error) && error.message.endsWith(choices),
    );
    assert.equal(mapper.resolve(word, { ambiguity: 'prefer' })?.group, '');
  });
}

test('a kind is mapped within its group, in the version asked for or the preferred one', () => {
  const hpa = { group: 'autoscaling', kind: 'HorizontalPodAutoscaler' };
  assert.equal(mapper.forKind(hpa)?.version, 'v2');
  assert.equal(mapper.forKind({ ...hpa, version: 'v1' })?.version, 'v1');
  assert.equal(mapper.forKind({ ...hpa, version: 'v3' }), undefined);
  assert.equal(mapper.forKind({ group: 'apps', kind: 'Pod' }), undefined);
  assert.equal(mapper.forKind({ group: '', kind: 'pod' }), undefined);
});

test('a plural is mapped to its kind within its group', () => {
  assert.equal(mapper.forResource({ group: 'events.k8s.io', resource: 'events' })?.kind, 'Event');
  assert.equal(mapper.forResource({ group: 'events.k8s.io', version: 'v2', resource: 'events' }), undefined);
  assert.equal(
    mapper.forResource({ group: 'autoscaling', resource: 'horizontalpodautoscalers' })?.version,
    'v2',
  );
});

test('a category names each of its members once', () => {
  assert.deepEqual(
    mapper.category('all').map(({ resource: plural, version }) => `${plural} ${version}`),
    ['pods v1', 'services v1', 'deployments v1', 'horizontalpodautoscalers v2'],
  );
});
