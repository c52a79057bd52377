import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { GroupVersionKind } from '@banyan/api';
import { startCluster, type Cluster, type HttpsResponse } from '@banyan/testing';
import type { ApiError } from '../errors/api-error.ts';
import {
  decodeObject,
  type DecodedObject,
  type DecodeOptions,
  type FieldValidation,
} from './decode-object.ts';
import { assertFoundAgain, warningsOfDecoding } from './found-again.ts';
import { RandomBody, seededRandom } from './random-body.ts';
import { structOfKind } from './typed/go-objects.ts';

/** One that failed once belongs here. */
const SEEDS = [1, 2];
const BODIES_OF_A_KIND = 25;
const DECODE_ERROR =
  /cannot be handled as a|provided is unrecognized|does not match the expected API version/;

interface Sample {
  readonly collection: string;
  readonly object: { readonly apiVersion: string; readonly kind: string; readonly [field: string]: unknown };
}

const container = { name: 'main', image: 'example.test/main:1' };
const template = { metadata: { labels: { app: 'a' } }, spec: { containers: [container] } };
const selector = { matchLabels: { app: 'a' } };
const NAMESPACED = 'namespaces/default';

/** Something valid of a dozen kinds. */
const SAMPLES: readonly Sample[] = [
  {
    collection: `/api/v1/${NAMESPACED}/configmaps`,
    object: { apiVersion: 'v1', kind: 'ConfigMap', data: { a: 'b' } },
  },
  {
    collection: `/api/v1/${NAMESPACED}/secrets`,
    object: { apiVersion: 'v1', kind: 'Secret', data: { a: 'Yg==' } },
  },
  {
    collection: `/api/v1/${NAMESPACED}/pods`,
    object: { apiVersion: 'v1', kind: 'Pod', spec: template.spec },
  },
  {
    collection: `/api/v1/${NAMESPACED}/services`,
    object: { apiVersion: 'v1', kind: 'Service', spec: { ports: [{ port: 80 }] } },
  },
  { collection: '/api/v1/nodes', object: { apiVersion: 'v1', kind: 'Node', spec: {} } },
  {
    collection: `/apis/apps/v1/${NAMESPACED}/deployments`,
    object: { apiVersion: 'apps/v1', kind: 'Deployment', spec: { selector, template } },
  },
  {
    collection: `/apis/apps/v1/${NAMESPACED}/statefulsets`,
    object: { apiVersion: 'apps/v1', kind: 'StatefulSet', spec: { selector, template, serviceName: 'a' } },
  },
  {
    collection: `/apis/batch/v1/${NAMESPACED}/jobs`,
    object: {
      apiVersion: 'batch/v1',
      kind: 'Job',
      spec: { template: { spec: { restartPolicy: 'Never', containers: [container] } } },
    },
  },
  {
    collection: `/apis/coordination.k8s.io/v1/${NAMESPACED}/leases`,
    object: {
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      spec: { renewTime: '2026-01-02T03:04:05.000001Z' },
    },
  },
  {
    collection: `/apis/networking.k8s.io/v1/${NAMESPACED}/networkpolicies`,
    object: { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', spec: { podSelector: {} } },
  },
  {
    collection: `/apis/rbac.authorization.k8s.io/v1/${NAMESPACED}/roles`,
    object: {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'Role',
      rules: [{ verbs: ['get'], apiGroups: [''], resources: ['pods'] }],
    },
  },
  {
    collection: `/apis/autoscaling/v2/${NAMESPACED}/horizontalpodautoscalers`,
    object: {
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      spec: { maxReplicas: 2, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'a' } },
    },
  },
  {
    collection: '/apis/storage.k8s.io/v1/storageclasses',
    object: { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', provisioner: 'example.test/a' },
  },
];

let cluster: Cluster;
before(async () => {
  cluster = await startCluster({ name: 'decoding' });
  // Without it pods are refused, each after a second.
  await cluster.json('POST', `/api/v1/${NAMESPACED}/serviceaccounts`, { metadata: { name: 'default' } });
});
after(() => cluster.stop());

for (const sample of SAMPLES) {
  const expected = kindOf(sample);
  const struct = structOfKind(expected);
  assert.ok(struct);
  for (const seed of SEEDS) {
    test(`random bodies of ${expected.kind} (seed ${seed}) are refused with the same words`, async () => {
      const bodies = new RandomBody(seededRandom(seed), 25);
      for (let left = BODIES_OF_A_KIND; left > 0; left -= 1)
        await compare(sample, bodies.text(struct), 'Strict');
      for (let left = BODIES_OF_A_KIND; left > 0; left -= 1)
        await compare(sample, bodies.text(struct), 'Warn');
    });

    test(`zeroes, nulls and empty values of ${expected.kind} (seed ${seed}) come out the same`, async () => {
      const bodies = new RandomBody(seededRandom(seed), 0);
      let created = 0;
      for (let left = BODIES_OF_A_KIND; left > 0; left -= 1) {
        const object = { ...sample.object, metadata: { name: 'a' } };
        if ((await compare(sample, bodies.withZeroes(struct, object), 'Warn')) === 201) created += 1;
      }
      assert.ok(created > 0, 'none was accepted');
    });
  }
}

for (const body of [
  'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {a: yes}\n',
  'metadata: {name: a}\ndata: {a: "1", a: "2"}\nx: 0x10\n',
  'metadata: {name: a}\ndata:\n  a: |\n    text\n  b: 2026-01-01\n  c: ~\n',
  'metadata: {name: a, labels: &l {a: b}}\ndata: *l\n',
  'a: b: c',
  'a: [1',
  'a: "x',
  'a:\n\tb: 1',
  'a: @x',
  'a: 1\nb',
  'a:\n  - 1\n b: 2',
  'a: *x',
  'a: !!int x',
  '- a',
  'text',
  '5',
  '',
  'a: .nan',
]) {
  test(`YAML ${JSON.stringify(body)} is read or refused the same`, async () => {
    await compare(SAMPLES[0] as Sample, body, 'Warn', 'yaml');
  });
}

for (const body of [
  '{"apiVersion":"v2","kind":"ConfigMap"}',
  '{"apiVersion":"v1","kind":"DeleteOptions"}',
  '{"apiVersion":"events.k8s.io/v1","kind":"Event"}',
  '{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition"}',
  '{"apiVersion":"apps/","kind":"ConfigMap"}',
  '{"APIVERSION":"apps/v1","Kind":"Deployment"}',
]) {
  test(`${body} is no ConfigMap, in the same words`, async () => {
    await compare(SAMPLES[0] as Sample, body, 'Warn');
  });
}

/** The real server's answer, after ours was found to be the same. */
async function compare(
  sample: Sample,
  body: string,
  fieldValidation: FieldValidation,
  mediaType: DecodeOptions['mediaType'] = 'json',
): Promise<number> {
  const real = await cluster.request({
    method: 'POST',
    path: `${sample.collection}?dryRun=All&fieldValidation=${fieldValidation}`,
    headers: { 'content-type': `application/${mediaType}` },
    body,
  });
  const answer = JSON.parse(real.body.toString()) as { message?: string };
  const ours = outcome(() =>
    decodeObject(Buffer.from(body), { mediaType, expected: kindOf(sample), fieldValidation }),
  );
  if (real.status === 400 && DECODE_ERROR.test(answer.message ?? '')) {
    assert.equal('error' in ours ? ours.error : 'was read', answer.message, body);
  } else {
    assert.ok('object' in ours, `${body}: ${JSON.stringify(ours)}, not ${real.status} ${answer.message}`);
    assert.deepEqual(ours.warnings, warningsOf(real), body);
    if (real.status === 201) assertFoundAgain(ours.object, answer, '');
  }
  return real.status;
}

function outcome(decode: () => DecodedObject): DecodedObject | { error: string } {
  try {
    return decode();
  } catch (error) {
    return { error: (error as ApiError).message };
  }
}

function kindOf({ object: { apiVersion, kind } }: Sample): GroupVersionKind {
  const [group = '', version] = apiVersion.split('/');
  return version === undefined ? { group: '', version: group, kind } : { group, version, kind };
}

function warningsOf({ headers }: HttpsResponse): string[] {
  return warningsOfDecoding([headers['warning'] ?? []].flat().join(', '));
}
