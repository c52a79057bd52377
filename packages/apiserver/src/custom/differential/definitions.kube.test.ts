import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { KubeObject, Status } from '@banyan/api';
import { eventually, startCluster, type Cluster } from '@banyan/testing';
import fc from 'fast-check';
import { decodeObject } from '../../decoding/decode-object.ts';
import { definitionStrategy } from '../definitions/definition-rules.ts';
import { isTrue } from '../definitions/definition-conditions.ts';
import type { Definition } from '../definitions/definition.ts';
import { anyAnnotations, anySpec, BASE_SPEC } from './random-definition.ts';

const PATH = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const CONTEXT = {
  user: { name: 'test', groups: [], extra: {} },
  now: () => new Date(0),
  dryRun: true,
};
const BASE = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'things.example.test' },
  spec: BASE_SPEC,
};
/** Each is answered in some milliseconds. */
const DEFINITIONS = 1000;
const SEED = 1;

describe('random definitions are answered as the real server answers them', () => {
  let cluster: Cluster;
  before(async () => {
    cluster = await startCluster({ name: 'definitions' });
  });
  after(() => cluster.stop());

  it('creates', async () => {
    const definitions = fc.sample(fc.tuple(anySpec, anyAnnotations), { seed: SEED, numRuns: DEFINITIONS });
    for (const [spec, annotations] of definitions) {
      const metadata = { ...BASE.metadata, ...(annotations && { annotations }) };
      const body = JSON.stringify({ ...BASE, metadata, spec });
      const theirs = await theirAnswer(cluster, body);
      if (theirs !== undefined) assert.deepEqual(ourAnswer(body), theirs, body);
    }
  });

  it('updates', async () => {
    const path = `${PATH}/things.example.test`;
    await cluster.json('POST', PATH, BASE);
    let live = await cluster.json<Definition>('GET', path);
    await eventually('established', async () => {
      live = await cluster.json<Definition>('GET', path);
      return isTrue(live, 'Established');
    });
    for (const spec of fc.sample(anySpec, { seed: SEED, numRuns: DEFINITIONS })) {
      const body = JSON.stringify({ ...live, spec });
      const theirs = await theirAnswer(cluster, body, { method: 'PUT', path });
      if (theirs !== undefined) assert.deepEqual(ourAnswer(body, live), theirs, body);
    }
  });
});

function ourAnswer(body: string, live?: KubeObject): object {
  const strategy = definitionStrategy(CONTEXT.now);
  const { object } = decodeObject(Buffer.from(body), {
    mediaType: 'json',
    expected: { group: 'apiextensions.k8s.io', version: 'v1', kind: 'CustomResourceDefinition' },
    fieldValidation: 'Ignore',
  });
  strategy.applyDefaults(object);
  if (live === undefined) strategy.prepareForCreate(object, CONTEXT);
  else strategy.prepareForUpdate(object, live, CONTEXT);
  const causes = live === undefined ? strategy.validateCreate(object) : strategy.validateUpdate(object, live);
  return causes.length > 0 ? { causes } : { spec: object['spec'], status: object['status'] };
}

/** Undefined where the real server breaks off: some definitions it cannot bear to look at. */
async function theirAnswer(
  cluster: Cluster,
  body: string,
  { method = 'POST', path = PATH } = {},
): Promise<object | undefined> {
  const headers = { 'content-type': 'application/json' };
  const request = { method, path: `${path}?dryRun=All`, headers, body };
  const answer = await cluster.request(request).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ECONNRESET') throw error;
  });
  if (answer === undefined) return undefined;
  const parsed = JSON.parse(answer.body.toString()) as Status & KubeObject;
  if (answer.status === 422) return { causes: parsed.details?.causes };
  return { spec: parsed['spec'], status: parsed.status };
}
