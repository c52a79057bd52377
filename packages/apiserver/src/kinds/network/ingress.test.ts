import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { KubeObject } from '@banyan/api';
import { EMPTY_ENVIRONMENT, type KindEnvironment } from '../kind-environment.ts';
import { tryCreate, tryStatus, tryUpdate } from '../try-write.ts';
import { ingressRules } from './ingress.ts';

const backend = { service: { name: 's', port: { number: 80 } } };
const spec = { defaultBackend: backend };
const ANNOTATION = 'kubernetes.io/ingress.class';

const annotations = { 'ingressclass.kubernetes.io/is-default-class': 'true' };
const classes: KubeObject[] = [
  { apiVersion: 'networking.k8s.io/v1', kind: 'IngressClass', metadata: { name: 'default', annotations } },
];
const environment: KindEnvironment = {
  ...EMPTY_ENVIRONMENT,
  list: ({ resource }) => (resource === 'ingressclasses' ? classes : []),
};
const rules = ingressRules(environment);

function classOf({ object }: { object: KubeObject }): unknown {
  return (object['spec'] as { ingressClassName?: string }).ingressClassName;
}

describe('the class of an Ingress', () => {
  it('is the default one, unless it is named in the field or in the old annotation', () => {
    assert.equal(classOf(tryCreate(rules, { spec })), 'default');
    assert.equal(classOf(tryCreate(rules, { spec: { ...spec, ingressClassName: 'own' } })), 'own');
    assert.equal(classOf(tryCreate(rules, { spec }, { annotations: { [ANNOTATION]: 'old' } })), undefined);
    assert.equal(classOf(tryCreate(ingressRules(EMPTY_ENVIRONMENT), { spec })), undefined);
  });

  it('is not given to an Ingress that is there', () => {
    const { object } = tryCreate(ingressRules(EMPTY_ENVIRONMENT), { spec });
    assert.equal(classOf(tryUpdate(rules, object, () => {})), undefined);
  });

  it('may not be two', () => {
    const named = { spec: { ...spec, ingressClassName: 'own' } };
    assert.deepEqual(tryCreate(rules, named, { annotations: { [ANNOTATION]: 'other' } }).causes, [
      `annotations.${ANNOTATION}: Invalid value: "other": must match \`ingressClassName\` when both are specified`,
    ]);
  });

  it('in an annotation is warned of once', () => {
    const { object, warnings } = tryCreate(rules, { spec }, { annotations: { [ANNOTATION]: 'old' } });
    assert.equal(warnings.length, 1);
    assert.deepEqual(tryUpdate(rules, object, () => {}).warnings, []);
  });
});

describe('the backend of an Ingress', () => {
  it('may be a resource of the core group', () => {
    const resource = { kind: 'ConfigMap', name: 'c' };
    assert.deepEqual(tryCreate(rules, { spec: { defaultBackend: { resource } } }).causes, []);
  });
});

describe('the status of an Ingress', () => {
  const { object } = tryCreate(rules, { spec });
  const listen = (ingress: object) =>
    tryStatus(rules, object, (draft) => {
      draft['status'] = { loadBalancer: { ingress: [ingress] } };
    });

  it('does not change its spec or generation', () => {
    const { object: after } = tryStatus(rules, object, (draft) => {
      draft['spec'] = { defaultBackend: { service: { name: 't', port: { number: 1 } } } };
    });
    assert.deepEqual(after['spec'], object['spec']);
    assert.equal(after.metadata.generation, 1);
  });

  it('says where it is reached, by address or by name', () => {
    assert.deepEqual(listen({ ip: '10.0.0.1', hostname: 'h.example' }).causes, []);
    assert.deepEqual(listen({ hostname: '010.0.0.1' }).causes, [
      'status.loadBalancer.ingress[0].hostname: Invalid value: "010.0.0.1": must be a DNS name, not an IP address',
    ]);
  });

  it('is warned of an address that should be written otherwise', () => {
    assert.deepEqual(listen({ ip: 'FD00::1' }).warnings, [
      'status.loadBalancer.ingress[0]: IPv6 address "FD00::1" should be in RFC 5952 canonical format ("fd00::1")',
    ]);
  });
});
