import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { KubeObject } from '@banyan/api';
import type { WriteContext } from '../registry/served-resource.ts';
import { required } from './fields/field-error.ts';
import { subdomainName } from './fields/name-format.ts';
import type { GenerationRule, KindRules } from './kind-rules.ts';
import { statusStrategyOf, strategyOf } from './kind-strategy.ts';

const context: WriteContext = {
  user: { name: 'u', groups: [], extra: {} },
  now: () => new Date(0),
  dryRun: false,
};

const deployments: KindRules = {
  kind: { group: 'apps', version: 'v1', kind: 'Deployment' },
  namespaced: true,
  hasStatus: true,
};

function object(change: object = {}): KubeObject {
  const metadata = { name: 'a', namespace: 'n', uid: 'u', resourceVersion: '1', generation: 3 };
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec: { replicas: 1 }, ...change };
}

describe('a kind with a status', () => {
  it('drops it on create', () => {
    const draft = object({ status: { replicas: 5 } });
    strategyOf(deployments).prepareForCreate(draft, context);
    assert.deepEqual(draft['status'], {});
  });

  it('keeps it on update', () => {
    const draft = object({ status: { replicas: 5 } });
    strategyOf(deployments).prepareForUpdate(draft, object({ status: { replicas: 7 } }), context);
    assert.deepEqual(draft['status'], { replicas: 7 });
  });

  it('takes it, and nothing else, at its status endpoint', () => {
    const draft = object({ spec: { replicas: 9 }, status: { replicas: 5 } });
    const old = object({ spec: { replicas: 1, paused: true } });
    statusStrategyOf(deployments).prepareForUpdate(draft, old, context);
    assert.equal((draft['spec'] as { replicas: number }).replicas, 1);
    assert.deepEqual(draft['status'], { replicas: 5 });
  });
});

describe('generation', () => {
  const after = (generation: GenerationRule | undefined, change: object) => {
    const rules = { ...deployments, ...(generation && { generation }) };
    const [draft, old] = [object(change), object()];
    for (const each of [draft, old]) strategyOf(rules).applyDefaults(each);
    strategyOf(rules).prepareForUpdate(draft, old, context);
    return draft.metadata.generation;
  };
  const other = { spec: { replicas: 2 } };
  const annotated = { metadata: { ...object().metadata, annotations: { a: 'b' } } };
  const table: [string, GenerationRule | undefined, object, number][] = [
    ['moves with the spec', 'spec', other, 4],
    ['does not move with annotations', 'spec', annotated, 3],
    ['moves with annotations where they count', 'spec and annotations', annotated, 4],
    ['moves with any content', 'spec, or all but metadata', other, 4],
    ['never moves', 'never', other, 3],
    ['is not the kind’s business', undefined, other, 3],
  ];
  for (const [what, rule, change, expected] of table)
    it(what, () => assert.equal(after(rule, change), expected));

  it('starts with 1', () => {
    const draft = object();
    strategyOf({ ...deployments, generation: 'spec' }).prepareForCreate(draft, context);
    assert.equal(draft.metadata.generation, 1);
  });
});

describe('validation', () => {
  const nameless = object({ metadata: { namespace: 'n', name: 'a/b' } });

  it('of a new object asks the kind first, and all kinds’ rules only if it has nothing to say', () => {
    const causes = strategyOf({ ...deployments, validate: () => [required('spec.x')] }).validateCreate(
      nameless,
    );
    assert.deepEqual(
      causes.map(({ field }) => field),
      ['spec.x'],
    );
    const [cause] = strategyOf(deployments).validateCreate(nameless);
    assert.equal(cause?.message, `Invalid value: "a/b": may not contain '/'`);
  });

  it('of an update asks both, and the kind’s own look at metadata adds its causes', () => {
    const rules: KindRules = { ...deployments, name: subdomainName, validate: () => [required('spec.x')] };
    const renamed = object({ metadata: { ...object().metadata, name: 'b' } });
    const causes = strategyOf(rules).validateUpdate(renamed, object());
    assert.deepEqual(
      causes.map(({ field }) => field),
      ['metadata.name', 'metadata.name', 'spec.x'],
    );
  });
});
