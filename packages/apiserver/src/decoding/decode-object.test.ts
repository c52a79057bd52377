import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GroupVersionKind } from '@banyan/api';
import { ApiError } from '../errors/api-error.ts';
import { DecodeError } from './decode-error.ts';
import { decodeObject, type DecodedObject, type DecodeOptions } from './decode-object.ts';

const CONFIG_MAP = { group: '', version: 'v1', kind: 'ConfigMap' };
const POD = { group: '', version: 'v1', kind: 'Pod' };
const DEPLOYMENT = { group: 'apps', version: 'v1', kind: 'Deployment' };
const HPA = { group: 'autoscaling', version: 'v2', kind: 'HorizontalPodAutoscaler' };
const CRD = { group: 'apiextensions.k8s.io', version: 'v1', kind: 'CustomResourceDefinition' };
const WIDGET = { group: 'example.test', version: 'v1', kind: 'Widget' };

function decode(
  body: string,
  expected: GroupVersionKind,
  options: Partial<DecodeOptions> = {},
): DecodedObject {
  return decodeObject(Buffer.from(body), {
    mediaType: 'json',
    expected,
    fieldValidation: 'Warn',
    ...options,
  });
}

function refusal(body: string, expected: GroupVersionKind, options: Partial<DecodeOptions> = {}): string {
  try {
    decode(body, expected, options);
  } catch (error) {
    assert.ok(error instanceof ApiError, String(error));
    assert.equal(error.code, 400);
    return error.message;
  }
  assert.fail('was read');
}

/** Without apiVersion and kind, which every object has. */
function written(body: string, expected: GroupVersionKind): object {
  const { apiVersion: _, kind: __, ...rest } = decode(body, expected).object;
  return rest;
}

for (const [name, kind, body, form] of [
  [
    'an empty body has what is always written',
    POD,
    '{}',
    { metadata: {}, spec: { containers: null }, status: {} },
  ],
  ['null is an empty body', POD, 'null', { metadata: {}, spec: { containers: null }, status: {} }],
  ['unknown fields go', CONFIG_MAP, '{"x":1,"metadata":{"y":2}}', { metadata: {} }],
  ['empty maps and lists go', CONFIG_MAP, '{"data":{},"metadata":{"finalizers":[]}}', { metadata: {} }],
  [
    'a required list stays as it is',
    POD,
    '{"spec":{"containers":[]}}',
    { metadata: {}, spec: { containers: [] }, status: {} },
  ],
  [
    'zeroes of plain fields go',
    DEPLOYMENT,
    '{"spec":{"paused":false,"minReadySeconds":0}}',
    emptyDeployment({}),
  ],
  ['zeroes of pointers stay', DEPLOYMENT, '{"spec":{"replicas":0}}', emptyDeployment({ replicas: 0 })],
  [
    'empty structs of pointers stay',
    DEPLOYMENT,
    '{"spec":{"selector":{}}}',
    emptyDeployment({ selector: {} }),
  ],
  ['minus zero is zero', DEPLOYMENT, '{"spec":{"replicas":-0}}', emptyDeployment({ replicas: 0 })],
  [
    'null values of maps are empty text',
    CONFIG_MAP,
    '{"data":{"a":null}}',
    { metadata: {}, data: { a: '' } },
  ],
  [
    'null items of lists are zero',
    POD,
    '{"spec":{"containers":[null]}}',
    { metadata: {}, spec: { containers: [{ name: '', resources: {} }] }, status: {} },
  ],
  [
    'the zero time is no time',
    CONFIG_MAP,
    '{"metadata":{"creationTimestamp":"0001-01-01T00:00:00Z"}}',
    { metadata: {} },
  ],
  [
    'times are in UTC and whole seconds',
    CONFIG_MAP,
    '{"metadata":{"creationTimestamp":"2026-01-02T03:04:05.9+02:00"}}',
    { metadata: { creationTimestamp: '2026-01-02T01:04:05Z' } },
  ],
  [
    'bytes are written without line ends',
    { group: '', version: 'v1', kind: 'Secret' },
    '{"data":{"a":"aGVs\\nbG8="}}',
    { metadata: {}, data: { a: 'aGVsbG8=' } },
  ],
  [
    'of duplicate maps all entries count',
    CONFIG_MAP,
    '{"data":{"a":"1","b":"1"},"data":{"b":"2"}}',
    { metadata: {}, data: { a: '1', b: '2' } },
  ],
  [
    'of duplicate structs all fields count',
    DEPLOYMENT,
    '{"spec":{"replicas":1},"spec":{"paused":true}}',
    emptyDeployment({ replicas: 1, paused: true }),
  ],
  [
    'null after a value takes a pointer back',
    DEPLOYMENT,
    '{"spec":{"replicas":1,"replicas":null}}',
    emptyDeployment({}),
  ],
  [
    'null after a value leaves what cannot be nil',
    DEPLOYMENT,
    '{"spec":{"paused":true,"paused":null}}',
    emptyDeployment({ paused: true }),
  ],
  [
    'half a surrogate pair is replaced',
    CONFIG_MAP,
    '{"data":{"a":"\\ud800"}}',
    { metadata: {}, data: { a: '\uFFFD' } },
  ],
  [
    'a schema may be a boolean',
    CRD,
    '{"spec":{"versions":[{"schema":{"openAPIV3Schema":{"additionalProperties":false}}}]}}',
    {
      metadata: {},
      spec: {
        group: '',
        names: { plural: '', kind: '' },
        scope: '',
        versions: [
          {
            name: '',
            served: false,
            storage: false,
            schema: { openAPIV3Schema: { additionalProperties: false } },
          },
        ],
      },
      status: { conditions: null, acceptedNames: { plural: '', kind: '' }, storedVersions: null },
    },
  ],
] as const) {
  test(name, () => {
    assert.deepEqual(written(body, kind), form);
  });
}

function emptyDeployment(spec: object): object {
  const template = { metadata: {}, spec: { containers: null } };
  return { metadata: {}, spec: { selector: null, ...spec, template, strategy: {} }, status: {} };
}

test('fields are written in the order of the real server, maps in the order of their keys', () => {
  const body =
    '{"spec":{"template":{},"replicas":1},"metadata":{"labels":{"b":"","a":""},"name":"x"},"apiVersion":"apps/v1"}';
  assert.equal(
    JSON.stringify(decode(body, DEPLOYMENT).object),
    '{"kind":"Deployment","apiVersion":"apps/v1","metadata":{"name":"x","labels":{"a":"","b":""}},' +
      '"spec":{"replicas":1,"selector":null,"template":{"metadata":{},"spec":{"containers":null}},"strategy":{}},"status":{}}',
  );
});

const cannot = (kind: string, text: string): string =>
  `${kind} in version "v1" cannot be handled as a ${kind}: ${text}`;

for (const [name, kind, body, message] of [
  [
    'the first value of a wrong type',
    DEPLOYMENT,
    '{"spec":{"replicas":"3","paused":1}}',
    cannot(
      'Deployment',
      'json: cannot unmarshal string into Go struct field DeploymentSpec.spec.replicas of type int32',
    ),
  ],
  [
    'a fraction for an integer',
    DEPLOYMENT,
    '{"spec":{"replicas":1.0}}',
    cannot(
      'Deployment',
      'json: cannot unmarshal number 1.0 into Go struct field DeploymentSpec.spec.replicas of type int32',
    ),
  ],
  [
    'an exponent for an integer',
    DEPLOYMENT,
    '{"spec":{"replicas":1e1}}',
    cannot(
      'Deployment',
      'json: cannot unmarshal number 1e1 into Go struct field DeploymentSpec.spec.replicas of type int32',
    ),
  ],
  [
    'an integer of more than 64 bits',
    CONFIG_MAP,
    '{"metadata":{"generation":9223372036854775808}}',
    cannot(
      'ConfigMap',
      'json: cannot unmarshal number 9223372036854775808 into Go struct field ObjectMeta.metadata.generation of type int64',
    ),
  ],
  [
    'a named type',
    POD,
    '{"spec":{"containers":[{"imagePullPolicy":1}]}}',
    cannot(
      'Pod',
      'json: cannot unmarshal number into Go struct field Container.spec.containers.imagePullPolicy of type v1.PullPolicy',
    ),
  ],
  [
    'a list',
    POD,
    '{"spec":{"containers":{}}}',
    cannot(
      'Pod',
      'json: cannot unmarshal object into Go struct field PodSpec.spec.containers of type []v1.Container',
    ),
  ],
  [
    'an embedded struct',
    POD,
    '{"spec":{"containers":[{"livenessProbe":{"exec":1}}]}}',
    cannot(
      'Pod',
      'json: cannot unmarshal number into Go struct field Probe.spec.containers.livenessProbe.ProbeHandler.exec of type v1.ExecAction',
    ),
  ],
  [
    'int or string',
    POD,
    '{"spec":{"containers":[{"livenessProbe":{"httpGet":{"port":true}}}]}}',
    cannot(
      'Pod',
      'json: cannot unmarshal bool into Go struct field HTTPGetAction.spec.containers.livenessProbe.ProbeHandler.httpGet.port of type int32',
    ),
  ],
  [
    'a time that is a number',
    CONFIG_MAP,
    '{"metadata":{"creationTimestamp":5}}',
    cannot(
      'ConfigMap',
      'json: cannot unmarshal number into Go struct field ObjectMeta.metadata.creationTimestamp of type string',
    ),
  ],
  [
    'a bad time counts more than a wrong type before it',
    CONFIG_MAP,
    '{"data":5,"metadata":{"creationTimestamp":"x"}}',
    cannot('ConfigMap', 'parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"'),
  ],
  [
    'a bad quantity',
    POD,
    '{"spec":{"overhead":{"cpu":"much"}}}',
    cannot(
      'Pod',
      "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    ),
  ],
  [
    'a bad suffix',
    POD,
    '{"spec":{"overhead":{"cpu":"1K"}}}',
    cannot('Pod', "unable to parse quantity's suffix"),
  ],
  [
    'bad base64',
    { group: '', version: 'v1', kind: 'Secret' },
    '{"data":{"a":"b"}}',
    cannot('Secret', 'illegal base64 data at input byte 0'),
  ],
  [
    'a schema inside of a schema',
    CRD,
    '{"spec":{"versions":[{"schema":{"openAPIV3Schema":{"items":{"type":5}}}}]}}',
    cannot(
      'CustomResourceDefinition',
      'json: cannot unmarshal number into Go struct field JSONSchemaProps.spec.versions.schema.openAPIV3Schema.items.type of type string',
    ),
  ],
  [
    'a kind in capital letters',
    CONFIG_MAP,
    '{"KIND":"Secret"}',
    'Secret in version "v1" cannot be handled as a ConfigMap: converting (v1.Secret) to (core.ConfigMap): unknown conversion',
  ],
  [
    'a kind that is a number',
    CONFIG_MAP,
    '{"kind":5}',
    `the object provided is unrecognized (must be of type ConfigMap): couldn't get version/kind; json parse error: json: cannot unmarshal number into Go struct field .kind of type string ({"kind":5})`,
  ],
  [
    'a body of another kind that is wrong in itself',
    CONFIG_MAP,
    '{"kind":"Secret","data":1}',
    'Secret in version "v1" cannot be handled as a ConfigMap: json: cannot unmarshal number into Go struct field Secret.data of type map[string][]uint8',
  ],
  [
    'a group without a version',
    CONFIG_MAP,
    '{"apiVersion":"apps/"}',
    `ConfigMap in version "" cannot be handled as a ConfigMap: Object 'apiVersion' is missing in '{"apiVersion":"apps/"}'`,
  ],
  [
    'another version of the kind',
    HPA,
    '{"apiVersion":"autoscaling/v1","kind":"HorizontalPodAutoscaler"}',
    'the API version in the data (autoscaling/v1) does not match the expected API version (autoscaling/v2)',
  ],
  [
    'an event of the other group',
    { group: '', version: 'v1', kind: 'Event' },
    '{"apiVersion":"events.k8s.io/v1","kind":"Event"}',
    'the API version in the data (events.k8s.io/v1) does not match the expected API version (v1)',
  ],
  [
    'a kind that another server serves',
    CONFIG_MAP,
    '{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition"}',
    'CustomResourceDefinition in version "v1" cannot be handled as a ConfigMap: no kind "CustomResourceDefinition" is registered for version "apiextensions.k8s.io/v1" in scheme "pkg/runtime/scheme.go:111"',
  ],
] as const) {
  test(`refused: ${name}`, () => {
    assert.equal(refusal(body, kind), message);
  });
}

test('deep JSON is refused where the real server refuses it', () => {
  const body = `{"metadata":{"name":"a"},"x":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
  assert.equal(
    refusal(body, CONFIG_MAP),
    `the object provided is unrecognized (must be of type ConfigMap): couldn't get version/kind; json parse error: invalid character '[' exceeded max depth ({"metadata":{"name":"a"},"x":[ ...)`,
  );
});

test('deep JSON in an unknown field is dropped', () => {
  const deep = `${'['.repeat(9000)}${']'.repeat(9000)}`;
  assert.deepEqual(decode(`{"x":${deep}}`, CONFIG_MAP).warnings, ['unknown field "x"']);
});

for (const [name, kind, body] of [
  [
    'of a custom resource',
    WIDGET,
    `{"kind":"Widget","apiVersion":"example.test/v1","spec":${'['.repeat(9000)}${']'.repeat(9000)}}`,
  ],
  [
    'of a schema',
    CRD,
    `{"spec":{"versions":[{"schema":{"openAPIV3Schema":${'{"items":'.repeat(4000)}{}${'}'.repeat(4000)}}}]}}`,
  ],
  [
    'of a raw value',
    { group: 'apps', version: 'v1', kind: 'ControllerRevision' },
    `{"data":${'['.repeat(9000)}${']'.repeat(9000)}}`,
  ],
] as const) {
  test(`deep JSON ${name} that would be kept is refused`, () => {
    const custom = kind === WIDGET ? { custom: {} } : {};
    assert.match(refusal(body, kind, custom), /exceeded max depth of 500/);
  });
}

test('integers that a number cannot hold are kept exactly', () => {
  const builtIn = decode('{"metadata":{"generation":9007199254740993}}', CONFIG_MAP).object;
  assert.equal(builtIn.metadata.generation, 9007199254740993n);
  const body =
    '{"kind":"Widget","apiVersion":"example.test/v1","spec":[9007199254740993,-9223372036854775808,1e3,1.0]}';
  assert.deepEqual(decode(body, WIDGET, { custom: {} }).object['spec'], [
    9007199254740993n,
    -9223372036854775808n,
    1000,
    1,
  ]);
});

test('__proto__ is a name like any other', () => {
  const { object } = decode(
    '{"data":{"__proto__":"x"},"metadata":{"labels":{"__proto__":"y","a":"z"}}}',
    CONFIG_MAP,
  );
  assert.deepEqual(Object.entries(object['data'] as object), [['__proto__', 'x']]);
  assert.equal(Object.getPrototypeOf(object.metadata.labels), Object.prototype);
  const custom =
    '{"kind":"Widget","apiVersion":"example.test/v1","__proto__":{"polluted":1},"spec":{"a":1.5,"__proto__":{"polluted":1}}}';
  const widget = decode(custom, WIDGET, { custom: {} }).object;
  assert.deepEqual(Object.keys(widget), ['kind', 'apiVersion', '__proto__', 'spec']);
  assert.equal((widget as { polluted?: number }).polluted, undefined);
  assert.equal(({} as { polluted?: number }).polluted, undefined);
});

test('of more than a hundred findings the first hundred are told, each once', () => {
  const members = Array.from({ length: 200 }, (_, index) => `"x${index}":1,"x${index}":1`);
  const { warnings } = decode(`{${members.join(',')}}`, CONFIG_MAP);
  assert.deepEqual([warnings.length, warnings.at(-1)], [100, 'unknown field "x99"']);
});

test('a custom resource stays as it is, apart from metadata', () => {
  const body = {
    kind: 'Widget',
    apiVersion: 'example.test/v1',
    metadata: { name: 'a', labels: {}, x: 1 },
    spec: { empty: {}, none: null, no: [] },
  };
  const { object, warnings } = decode(JSON.stringify(body), WIDGET, { custom: {} });
  assert.deepEqual(object, { ...body, metadata: { name: 'a' } });
  assert.deepEqual(warnings, ['unknown field "metadata.x"']);
});

test('what a schema does not have is told after what the body has twice', () => {
  const body = '{"kind":"Widget","apiVersion":"example.test/v1","metadata":{"x":1},"spec":{"a":1,"a":2}}';
  const custom = { prune: () => ['spec.b', 'c'] };
  assert.equal(
    refusal(body, WIDGET, { custom, fieldValidation: 'Strict' }),
    'Widget in version "v1" cannot be handled as a Widget: strict decoding error: duplicate field "spec.a", unknown field "metadata.x", unknown field "spec.b", unknown field "c"',
  );
});

test('what a schema refuses to read is told of the kind', () => {
  const custom = {
    prune: () => {
      throw new DecodeError('spec.kind: Invalid value: 1: must be a string');
    },
  };
  const body = '{"kind":"Widget","apiVersion":"example.test/v1"}';
  assert.equal(
    refusal(body, WIDGET, { custom }),
    cannot('Widget', 'spec.kind: Invalid value: 1: must be a string'),
  );
});
