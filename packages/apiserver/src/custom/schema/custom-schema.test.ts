import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { KubeObject, StatusCause } from '@banyan/api';
import { DecodeError } from '../../decoding/decode-error.ts';
import { customSchema, type CustomSchema } from './custom-schema.ts';
import type { JsonSchemaProps } from './json-schema-props.ts';

const text: JsonSchemaProps = { type: 'string' };
const number: JsonSchemaProps = { type: 'integer' };
const object = (
  properties: Record<string, JsonSchemaProps>,
  rest: JsonSchemaProps = {},
): JsonSchemaProps => ({
  type: 'object',
  properties,
  ...rest,
});
const embedded: JsonSchemaProps = { type: 'object', 'x-kubernetes-embedded-resource': true, ...keeping() };

function keeping(): JsonSchemaProps {
  return { 'x-kubernetes-preserve-unknown-fields': true };
}

function compiled(spec: JsonSchemaProps, rest: Record<string, JsonSchemaProps> = {}): CustomSchema {
  return customSchema(object({ spec, ...rest }), { preserveUnknownFields: false });
}

function validating(spec: JsonSchemaProps): CustomSchema['validate'] {
  const schema = compiled(spec);
  return (...args) => schema.validate(...args);
}

function thing(spec: unknown, rest: object = {}): KubeObject {
  return { apiVersion: 'a.example/v1', kind: 'Thing', metadata: { name: 'x' }, spec, ...rest };
}

function messages(causes: readonly StatusCause[]): string[] {
  return causes.map(({ field, message }) => `${field}: ${message}`);
}

describe('pruning', () => {
  const cases: readonly [
    what: string,
    schema: JsonSchemaProps,
    spec: unknown,
    left: unknown,
    dropped: string[],
  ][] = [
    ['unknown fields go', object({ a: text }), { a: 'x', b: 1 }, { a: 'x' }, ['spec.b']],
    ['fields of a map stay', { type: 'object', additionalProperties: number }, { a: 1 }, { a: 1 }, []],
    [
      'what is in values of a map of anything goes',
      { type: 'object', additionalProperties: true },
      { a: { b: 1 } },
      { a: {} },
      ['spec.a.b'],
    ],
    ['in lists, with their index', { type: 'array', items: object({}) }, [{ a: 1 }], [{}], ['spec[0].a']],
    ['in lists of anything, objects are emptied', { type: 'array' }, [{ a: 1 }], [{}], ['spec[0].a']],
    [
      'kept fields stay',
      object({ a: object({}) }, keeping()),
      { a: { b: 1 }, c: 1 },
      { a: {}, c: 1 },
      ['spec.a.b'],
    ],
    [
      'kept lists stay',
      { type: 'array', items: object({ a: object({}) }), ...keeping() },
      [{ a: { b: 1 }, c: 1 }],
      [{ a: {}, c: 1 }],
      ['spec[0].a.b'],
    ],
    [
      'nulls go where null may not be',
      object({ a: text, b: { ...text, nullable: true } }),
      { a: null, b: null },
      { b: null },
      [],
    ],
    [
      '__proto__ goes as any other',
      object({ a: text }),
      JSON.parse('{"__proto__": {"x": 1}, "constructor": 1}'),
      {},
      ['spec.__proto__', 'spec.constructor'],
    ],
    [
      'metadata of embedded resources is read',
      object({ a: embedded }),
      { a: { metadata: { name: 'x', odd: 1 } } },
      { a: { metadata: { name: 'x' } } },
      ['spec.a.metadata.odd'],
    ],
  ];
  for (const [what, schema, spec, left, dropped] of cases) {
    it(what, () => {
      const draft = thing(spec);
      assert.deepEqual(compiled(schema).prune(draft), dropped);
      assert.deepEqual(draft['spec'], left);
    });
  }

  it('refuses an embedded resource whose kind is no text', () => {
    const draft = thing({ a: { kind: 1 } });
    assert.throws(
      () => compiled(object({ a: embedded })).prune(draft),
      (error) => {
        assert.ok(error instanceof DecodeError);
        assert.equal(error.message, 'spec.a.kind: Invalid value: 1: must be a string');
        return true;
      },
    );
  });

  it('keeps everything for a definition that says so, and without a schema only what every object has', () => {
    const draft = thing({ a: 1 }, { other: 1 });
    assert.deepEqual(customSchema(undefined, { preserveUnknownFields: true }).prune(draft), []);
    assert.deepEqual(customSchema(undefined, { preserveUnknownFields: false }).prune(draft), [
      'other',
      'spec',
    ]);
    assert.deepEqual(Object.keys(draft), ['apiVersion', 'kind', 'metadata']);
  });
});

describe('defaults', () => {
  const filled = (schema: JsonSchemaProps, spec: unknown): unknown => {
    const draft = thing(spec);
    const defaulting = compiled(schema);
    defaulting.applyDefaults(draft);
    const once = structuredClone(draft);
    defaulting.applyDefaults(draft);
    assert.deepEqual(draft, once, 'a second time changes nothing');
    return draft['spec'];
  };

  it('come in place of what is missing, and of null that may not be', () => {
    const schema = object({ a: { ...text, default: 'd' }, b: { ...text, default: 'd', nullable: true } });
    assert.deepEqual(filled(schema, { a: null, b: null }), { a: 'd', b: null });
  });

  it('are copies', () => {
    const schema = object({ a: object({ b: { ...number, default: 1 } }, { default: {} }) });
    const [one, two] = [filled(schema, {}), filled(schema, {})] as { a: { b: number } }[];
    assert.notEqual(one?.a, two?.a);
    assert.deepEqual(one, { a: { b: 1 } });
  });

  it('are filled into what is at hand at any depth, and into properties named like those of every object', () => {
    const inner = object({ n: { ...number, default: 7 } });
    const schema = object({
      list: { type: 'array', items: inner },
      map: { type: 'object', additionalProperties: inner },
    });
    assert.deepEqual(filled(schema, { list: [{}], map: { a: {} } }), {
      list: [{ n: 7 }],
      map: { a: { n: 7 } },
    });
    const odd = object(
      JSON.parse('{"__proto__": {"type": "string", "default": "x"}}') as Record<string, JsonSchemaProps>,
    );
    assert.equal(JSON.stringify(filled(odd, {})), '{"__proto__":"x"}');
  });
});

describe('validation', () => {
  it('counts on integers that a number cannot hold', () => {
    const validate = validating({ ...number, maximum: 5 });
    assert.deepEqual(messages(validate(thing(9_007_199_254_740_993n), undefined)), [
      'spec: Invalid value: 9007199254740993: spec in body should be less than or equal to 5',
    ]);
  });

  it('prints them in any message', () => {
    const large = 9_007_199_254_740_993n;
    const set: JsonSchemaProps = { type: 'array', items: number, 'x-kubernetes-list-type': 'set' };
    const rule = { rule: 'self < 3' };
    const schema = object({
      set,
      one: { ...number, enum: [1] },
      ruled: { ...number, 'x-kubernetes-validations': [rule] },
    });
    const validate = validating(schema);
    assert.deepEqual(messages(validate(thing({ set: [large, large], ruled: large }), undefined)), [
      'spec.set[1]: Duplicate value: 9007199254740993',
      'spec.ruled: Invalid value: 9007199254740993: failed rule: self < 3',
    ]);
    assert.match(
      messages(validate(thing({ one: large }), undefined))[0] ?? '',
      /Unsupported value: 9007199254740993/,
    );
  });

  it('lets through what was so before, and says so of rules', () => {
    const rule = { rule: 'self < 3', message: 'too large' };
    const validate = validating(
      object({ a: { ...number, maximum: 3 }, b: { ...number, 'x-kubernetes-validations': [rule] } }),
    );
    const warnings: string[] = [];
    const warn = (warning: string): unknown => warnings.push(warning);
    assert.deepEqual(validate(thing({ a: 5, b: 5 }), thing({ a: 5, b: 5 }), { warn }), []);
    assert.deepEqual(warnings, ['spec.b: Invalid value: 5: too large']);
    assert.deepEqual(messages(validate(thing({ a: 6, b: 6 }), thing({ a: 5, b: 5 }))), [
      'spec.a: Invalid value: 6: spec.a in body should be less than or equal to 3',
      'spec.b: Invalid value: 6: too large',
    ]);
  });

  it('tells items of a list map apart by their keys', () => {
    const list: JsonSchemaProps = {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['k'],
      items: object(
        { k: text, v: { ...number, 'x-kubernetes-validations': [{ rule: 'self >= oldSelf' }] } },
        { required: ['k'] },
      ),
    };
    const validate = validating(object({ list }));
    const of = (...values: number[]) =>
      thing({ list: values.map((v, index) => ({ k: `k${values.length - index}`, v })) });
    assert.deepEqual(validate(of(1, 2), of(1, 2)), []);
    assert.deepEqual(messages(validate(of(2, 1), of(1, 2))), [
      'spec.list[1].v: Invalid value: 1: failed rule: self >= oldSelf',
    ]);
    assert.deepEqual(validate(of(9), of(1, 2)), [], 'k1 had 2 before');
  });

  it('does not ask rules about an object that is too wrong, whoever found that', () => {
    const schema = object({ a: number }, { 'x-kubernetes-validations': [{ rule: 'self.a > 1' }] });
    const note =
      '<nil>: Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation';
    const validate = validating(schema);
    assert.equal(messages(validate(thing({ a: 'x' }), undefined)).at(-1), note);
    const others = [{ reason: 'FieldValueRequired', field: 'metadata.name', message: 'Required value' }];
    assert.deepEqual(messages(validate(thing({ a: 1 }), undefined, { others })), [note]);
  });

  it('looks at the status alone when only that is written, apart from rules', () => {
    const rule = { rule: '!has(self.status.b) || self.status.b == self.spec.a', message: 'not the same' };
    const schema = object({
      spec: object({ a: { ...number, maximum: 1 } }),
      status: object({ b: { ...number, minimum: 2 } }),
    });
    const whole = customSchema(
      { ...schema, 'x-kubernetes-validations': [rule] },
      { preserveUnknownFields: false },
    );
    const old = thing({ a: 5 });
    assert.deepEqual(messages(whole.validateStatus(thing({ a: 5 }, { status: { b: 1 } }), old)), [
      'status.b: Invalid value: 1: b in body should be greater than or equal to 2',
      '<nil>: Invalid value: not the same',
    ]);
    assert.deepEqual(whole.validateStatus(thing({ a: 5 }, { status: { b: 5 } }), old), []);
  });

  it('tells no more than ten thousand causes, whatever they are', () => {
    const many = 200_000;
    const list: JsonSchemaProps = { type: 'array', items: text };
    assert.equal(validating(list)(thing(Array.from({ length: many }, () => 1)), undefined).length, 10_000);
    const ruled: JsonSchemaProps = {
      type: 'array',
      items: { ...text, 'x-kubernetes-validations': [{ rule: 'self == ""' }] },
    };
    assert.equal(validating(ruled)(thing(Array.from({ length: many }, () => 'x')), undefined).length, 10_000);
    const pairs = Array.from({ length: many }, (_, index) => `${index % (many / 2)}`);
    assert.equal(
      validating({ ...list, 'x-kubernetes-list-type': 'set' })(thing(pairs), undefined).length,
      10_000,
    );
  });

  it('takes a deep object and a deep schema', () => {
    let schema: JsonSchemaProps = number;
    let value: unknown = 1;
    for (let level = 0; level < 240; level++) {
      schema = level % 2 === 0 ? { type: 'array', items: schema } : object({ a: schema });
      value = level % 2 === 0 ? [value] : { a: value };
    }
    const deep = compiled(schema);
    const draft = thing(value);
    assert.deepEqual(deep.prune(draft), []);
    assert.deepEqual(deep.validate(draft, undefined), []);
  });
});
