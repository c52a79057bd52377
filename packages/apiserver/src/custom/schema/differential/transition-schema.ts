import fc from 'fast-check';
import type { JsonSchemaProps } from '../json-schema-props.ts';

const rules = (...list: string[]): JsonSchemaProps => ({
  'x-kubernetes-validations': list.map((rule) => ({ rule })),
});
const text = { type: 'string', maxLength: 20 };
const number = { type: 'integer' };

/** Rules that compare with what was there before, at all places where that can be told, and some that do not. */
export const transitionSchema: JsonSchemaProps = {
  type: 'object',
  properties: {
    fixed: { ...text, ...rules('self == oldSelf') },
    grows: { ...number, ...rules('self >= oldSelf', 'self < 3') },
    step: {
      ...number,
      'x-kubernetes-validations': [
        {
          rule: 'oldSelf.hasValue() ? self != oldSelf.value() : self < 2',
          optionalOldSelf: true,
          message: 'no step',
        },
        {
          rule: 'self >= 0',
          messageExpression: '"not " + (self < 0 ? "below" : "above")',
          reason: 'FieldValueForbidden',
        },
      ],
    },
    set: {
      type: 'array',
      maxItems: 5,
      items: text,
      'x-kubernetes-list-type': 'set',
      ...rules('self == oldSelf', 'self + oldSelf == self'),
    },
    list: {
      type: 'array',
      maxItems: 5,
      items: { ...text, ...rules('self != "c"') },
      ...rules('self == oldSelf'),
    },
    pairs: {
      type: 'array',
      maxItems: 5,
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['k'],
      items: {
        type: 'object',
        required: ['k'],
        properties: { k: text, v: { ...number, ...rules('self >= oldSelf', 'self > 0') } },
        ...rules('has(self.v) == has(oldSelf.v)'),
      },
      ...rules('self.size() >= oldSelf.size()', 'oldSelf + self == self'),
    },
    map: {
      type: 'object',
      maxProperties: 5,
      additionalProperties: { ...number, ...rules('self >= oldSelf', 'self > 0') },
      ...rules('oldSelf.all(k, k in self)'),
    },
    inner: {
      type: 'object',
      properties: { a: number, b: text },
      ...rules('self == oldSelf', 'has(self.a) || has(self.b)'),
      'x-kubernetes-map-type': 'atomic',
    },
  },
  'x-kubernetes-validations': [
    {
      rule: '!has(oldSelf.fixed) || has(self.fixed)',
      message: 'fixed stays',
      fieldPath: '.fixed',
      reason: 'FieldValueRequired',
    },
    { rule: '!has(self.map) || !("x" in self.map)', message: 'no x', fieldPath: ".map['x']" },
  ],
};

const word = fc.constantFrom('a', 'b', 'c');
const small = fc.integer({ min: 0, max: 3 });

/** Members are there or not, and mostly so that rules hold. */
export const transitionValues = fc.record(
  {
    fixed: fc.constantFrom('a', 'a', 'b'),
    grows: small,
    step: fc.integer({ min: -1, max: 2 }),
    set: fc.constantFrom(['a', 'b'], ['b', 'a'], ['a']),
    list: fc.constantFrom(['a', 'b'], ['b', 'a'], ['c']),
    pairs: fc.uniqueArray(fc.record({ k: word, v: small }, { requiredKeys: ['k'] }), {
      selector: ({ k }) => k,
      maxLength: 3,
    }),
    map: fc.dictionary(fc.constantFrom('a', 'b', 'x'), small, { maxKeys: 2 }),
    inner: fc.record({ a: fc.constantFrom(1, 2), b: word }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
);
