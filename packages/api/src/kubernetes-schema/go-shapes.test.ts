import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { test } from 'node:test';
import definitions from '../../generated/kubernetes/definitions.json' with { type: 'json' };
import { goType } from './go-shapes.ts';
import type { GoField } from './go-type.ts';
import { kubernetesDefinition, kubernetesDefinitionName } from './kubernetes-schema.ts';

const CORE = 'io.k8s.api.core.v1';

function field(definition: string, name: string): GoField {
  const type = goType(definition);
  assert.equal(type?.kind, 'struct');
  const found = type.fields.find((each) => each.name === name);
  assert.ok(found, `${definition} has no ${name}`);
  return found;
}

for (const [name, kind, text, omitEmpty] of [
  ['containers', 'list', '[]v1.Container', false],
  ['restartPolicy', 'string', 'v1.RestartPolicy', true],
  ['terminationGracePeriodSeconds', 'pointer', '*int64', true],
  ['nodeSelector', 'map', 'map[string]string', true],
  ['overhead', 'map', 'v1.ResourceList', true],
  ['securityContext', 'pointer', '*v1.PodSecurityContext', true],
] as const) {
  test(`PodSpec.${name} is ${text}`, () => {
    const { type, protobuf, ...facts } = field(`${CORE}.PodSpec`, name);
    assert.equal(protobuf.length, 1);
    assert.deepEqual([type.kind, type.text], [kind, text]);
    assert.deepEqual(facts, { name, omitEmpty, omitZero: false, embeddedIn: [] });
  });
}

test('fields of embedded structs are fields, and know where they come from', () => {
  assert.deepEqual(field(`${CORE}.Probe`, 'httpGet').embeddedIn, ['ProbeHandler']);
  assert.deepEqual(field(`${CORE}.Volume`, 'emptyDir').embeddedIn, ['VolumeSource']);
  assert.deepEqual(field(`${CORE}.Pod`, 'kind').embeddedIn, ['TypeMeta']);
});

for (const [definition, name, protobuf] of [
  [`${CORE}.Pod`, 'spec', [2]],
  [`${CORE}.Pod`, 'kind', []],
  [`${CORE}.Probe`, 'tcpSocket', [1, 3]],
  [`${CORE}.Probe`, 'periodSeconds', [4]],
] as const) {
  test(`${name} of ${definition} has the number ${protobuf.join('.')} in protobuf`, () => {
    assert.deepEqual(field(definition, name).protobuf, protobuf);
  });
}

test('a list that is a message of protobuf says so', () => {
  const { type } = field('io.k8s.api.authentication.v1.UserInfo', 'extra');
  assert.equal(type.kind === 'map' && type.of.kind === 'list' && type.of.isMessage, true);
});

test('types of other packages are known by the names that messages have for them', () => {
  assert.equal(field('io.k8s.api.apps.v1.Deployment', 'metadata').type.text, 'v1.ObjectMeta');
  assert.equal(field(`${CORE}.HTTPGetAction`, 'port').type.text, 'intstr.IntOrString');
  assert.equal(field(`${CORE}.ObjectReference`, 'uid').type.text, 'types.UID');
  assert.equal(field(`${CORE}.Secret`, 'data').type.text, 'map[string][]uint8');
});

test('a time that is not written when zero says so', () => {
  const { omitZero } = field('io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta', 'creationTimestamp');
  assert.equal(omitZero, true);
});

test('a struct that holds itself is a cycle', () => {
  const props = 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps';
  const { type } = field(props, 'not');
  assert.equal(type.kind === 'pointer' && type.of, goType(props));
});

for (const name of ['io.k8s.api.core.v1.Nothing', 'constructor', 'io.k8s.api.core.v1.constructor', '']) {
  test(`${JSON.stringify(name)} is no type`, () => {
    assert.equal(goType(name), undefined);
  });
}

test('every definition has its Go type, with the same fields', () => {
  for (const name of Object.keys(definitions)) {
    const type = goType(name);
    assert.ok(type, name);
    if (type.kind !== 'struct') continue;
    const published = Object.keys(kubernetesDefinition(name)?.properties ?? {});
    assert.deepEqual(type.fields.map((each) => each.name).sort(), published.sort(), name);
  }
});

test('a kind has its definition', () => {
  const deployment = { group: 'apps', version: 'v1', kind: 'Deployment' };
  assert.equal(kubernetesDefinitionName(deployment), 'io.k8s.api.apps.v1.Deployment');
  assert.equal(kubernetesDefinitionName({ ...deployment, kind: 'Nothing' }), undefined);
});

test('what every process loads stays small', () => {
  const { size } = statSync(new URL('../../generated/go-shapes.json', import.meta.url));
  // 90 KB are parsed in a millisecond.
  assert.ok(size < 300_000, `${size} bytes`);
});
