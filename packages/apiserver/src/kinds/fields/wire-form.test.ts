import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { goType, kubernetesDefinitionName } from '@banyan/api';
import { toWireForm } from './wire-form.ts';

function wire(group: string, kind: string, object: object): unknown {
  const struct = goType(kubernetesDefinitionName({ group, version: 'v1', kind }) ?? '');
  assert.equal(struct?.kind, 'struct');
  const draft = structuredClone(object) as Record<string, unknown>;
  toWireForm(draft, struct);
  const once = structuredClone(draft);
  toWireForm(draft, struct);
  assert.deepEqual(draft, once, 'a second time changes nothing');
  return draft;
}

const metadata = {};

describe('an object is brought into the form in which the server writes it', () => {
  it('nulls and empty optional values are gone', () => {
    const given = { metadata: { labels: {}, finalizers: [], name: null, namespace: '' }, data: { a: 'b' } };
    assert.deepEqual(wire('', 'ConfigMap', given), { metadata, data: { a: 'b' } });
  });

  it('a zero stays where it says something', () => {
    const spec = { replicas: 0, minReadySeconds: 0, paused: false, selector: {}, template: {} };
    assert.deepEqual(wire('apps', 'Deployment', { spec }), {
      metadata,
      spec: {
        replicas: 0,
        selector: {},
        strategy: {},
        template: { metadata, spec: { containers: null } },
      },
      status: {},
    });
  });

  it('structs that are always there are there, in lists too', () => {
    const spec = { containers: [{ name: 'a' }] };
    assert.deepEqual(wire('', 'Pod', { spec }), {
      metadata,
      spec: { containers: [{ name: 'a', resources: {} }] },
      status: {},
    });
  });

  it('pointers to structs are kept when they are empty, and not made', () => {
    const spec = { containers: null, securityContext: {}, volumes: [{ name: 'v', emptyDir: {} }] };
    assert.deepEqual(wire('', 'Pod', { spec }), { metadata, spec, status: {} });
  });

  it('a list that is always written and was given empty is none, unless it is asked who owns it', () => {
    const struct = goType(kubernetesDefinitionName({ group: '', version: 'v1', kind: 'Pod' }) ?? '');
    assert.equal(struct?.kind, 'struct');
    const given = { spec: { containers: [], volumes: [] } };
    assert.deepEqual(wire('', 'Pod', given), { metadata, spec: { containers: null }, status: {} });
    toWireForm(given, struct, { keepsEmpty: true });
    assert.deepEqual(given, { metadata, spec: { containers: [] }, status: {} });
  });

  it('quantities are canonical', () => {
    const spec = { containers: [{ name: 'a', resources: { limits: { cpu: 0.5, memory: '1024Mi' } } }] };
    const { spec: written } = wire('', 'Pod', { spec }) as { spec: typeof spec };
    assert.deepEqual(written.containers[0]?.resources.limits, { cpu: '500m', memory: '1Gi' });
  });

  it('times that are no pointers are null when there is none', () => {
    const status = { conditions: [{ type: 'Ready', status: 'True' }] };
    const { status: written } = wire('', 'Pod', { spec: {}, status }) as { status: unknown };
    const times = { lastProbeTime: null, lastTransitionTime: null };
    assert.deepEqual(written, { conditions: [{ type: 'Ready', status: 'True', ...times }] });
  });

  it('what writes itself is left alone', () => {
    const fieldsV1 = { 'f:a': {}, 'f:b': null };
    const given = { metadata: { managedFields: [{ fieldsV1 }] } };
    assert.deepEqual(wire('', 'ConfigMap', given), given);
  });
});
