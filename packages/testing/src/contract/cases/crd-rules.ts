import type { CaseContext } from '../case-context.ts';
import { contractCases, type CaseDefinition } from '../contract-case.ts';
import { CRDS, MERGE_PATCH, serveThings, thing, thingDefinition, versionOf } from './crd-things.ts';

interface RuleRow {
  readonly id: string;
  readonly name: string;
  /** Schema of `spec`. */
  readonly spec: object;
  readonly accepted?: readonly object[];
  readonly refused?: readonly object[];
  /** Specs to change the first accepted one to, one after another. */
  readonly updates?: readonly object[];
}

const rules = (...list: object[]) => ({ 'x-kubernetes-validations': list });
const number = { type: 'integer' };
const text = { type: 'string', maxLength: 100 };
const texts = { type: 'array', maxItems: 10, items: text };
const object = (properties: object, ...list: object[]) => ({ type: 'object', properties, ...rules(...list) });

const ROWS: readonly RuleRow[] = [
  {
    id: 'rule-message',
    name: 'a rule that fails answers with its message, or with the rule itself',
    spec: object(
      { min: number, max: number },
      { rule: 'self.min <= self.max', message: 'min must not be above max' },
      { rule: 'self.max < 100' },
    ),
    accepted: [{ min: 1, max: 2 }],
    refused: [
      { min: 3, max: 2 },
      { min: 1, max: 200 },
      { min: 300, max: 200 },
    ],
  },
  {
    id: 'rule-message-expression',
    name: 'a message expression writes the message from the object',
    spec: object(
      { name: text, max: number },
      { rule: 'self.max < 10', messageExpression: '"too much for " + self.name', message: 'not this' },
      { rule: 'self.max != 50', messageExpression: '""', message: 'used when the expression gives nothing' },
    ),
    refused: [{ name: 'me', max: 11 }, { name: 'you', max: 50 }, { max: 11 }],
  },
  {
    id: 'rule-reason',
    name: 'a rule chooses the reason and the field of its cause',
    spec: object(
      { a: number, b: number, c: number, d: number },
      { rule: '!has(self.a)', reason: 'FieldValueForbidden', fieldPath: '.a', message: 'no a' },
      { rule: 'has(self.b)', reason: 'FieldValueRequired', fieldPath: '.b', message: 'give b' },
      { rule: '!has(self.c) || self.c > 0', reason: 'FieldValueInvalid', fieldPath: '.c' },
      { rule: '!has(self.d) || self.d > 0', reason: 'FieldValueDuplicate', fieldPath: '.d' },
    ),
    refused: [{ a: 1, b: 1 }, {}, { b: 1, c: 0 }, { b: 1, d: 0 }],
  },
  {
    id: 'rule-places',
    name: 'rules on fields, items and map values name the place that fails',
    spec: object({
      field: { ...number, ...rules({ rule: 'self > 0' }) },
      list: { type: 'array', maxItems: 5, items: { ...text, ...rules({ rule: 'self.startsWith("x")' }) } },
      map: {
        type: 'object',
        maxProperties: 5,
        additionalProperties: { ...number, ...rules({ rule: 'self > 0' }) },
        ...rules({ rule: 'self.all(key, key.size() < 3)' }),
      },
    }),
    accepted: [{ field: 1, list: ['x'], map: { a: 1 } }],
    refused: [{ field: 0 }, { list: ['x', 'a'] }, { map: { a: 0 } }, { map: { long: 1 } }],
  },
  {
    id: 'rule-transition',
    name: 'a rule with oldSelf is asked on updates only, and where there was a value before',
    spec: object({
      fixed: { ...text, ...rules({ rule: 'self == oldSelf', message: 'fixed cannot change' }) },
      grows: { ...number, ...rules({ rule: 'self >= oldSelf' }) },
    }),
    accepted: [{ grows: 5 }],
    updates: [{ fixed: 'a' }, { fixed: 'b' }, { grows: 4 }, { grows: 6 }, { fixed: null }, { fixed: 'c' }],
  },
  {
    id: 'rule-optional-old-self',
    name: 'with optionalOldSelf a transition rule is asked on creation too',
    spec: object({
      step: {
        ...number,
        ...rules({
          rule: 'oldSelf.hasValue() ? self == oldSelf.value() + 1 : self == 1',
          optionalOldSelf: true,
          message: 'begin at 1 and count',
        }),
      },
    }),
    accepted: [{ step: 1 }],
    refused: [{ step: 2 }],
    updates: [{ step: 2 }, { step: 4 }],
  },
  {
    id: 'rule-runtime-error',
    name: 'a rule that cannot be evaluated refuses, and says why',
    spec: object(
      { list: texts, a: number },
      { rule: '!has(self.list) || self.list[3] == "x"' },
      { rule: '!has(self.a) || 10 / self.a > 0' },
    ),
    refused: [{ list: ['x'] }, { a: 0 }],
  },
  {
    id: 'rule-libraries',
    name: 'rules know lists, strings, patterns, URLs, addresses, quantities, sets and formats',
    spec: object({
      list: {
        type: 'array',
        maxItems: 5,
        items: number,
        ...rules({ rule: 'self.isSorted() && self.sum() < 10' }),
      },
      string: { ...text, ...rules({ rule: 'self.lowerAscii() == self && self.split("-").size() == 2' }) },
      found: { ...text, ...rules({ rule: 'self.find("[0-9]+") == "42"' }) },
      url: { ...text, ...rules({ rule: 'isURL(self) && url(self).getScheme() == "https"' }) },
      ip: { ...text, ...rules({ rule: 'isIP(self) && cidr("10.0.0.0/8").containsIP(self)' }) },
      quantity: { ...text, ...rules({ rule: 'quantity(self).isLessThan(quantity("1Gi"))' }) },
      set: { ...texts, ...rules({ rule: 'sets.contains(["a", "b"], self)' }) },
      time: {
        type: 'string',
        format: 'date-time',
        maxLength: 30,
        ...rules({ rule: 'self > timestamp("2026-01-01T00:00:00Z")' }),
      },
      duration: {
        type: 'string',
        format: 'duration',
        maxLength: 10,
        ...rules({ rule: 'self < duration("1h")' }),
      },
      either: {
        'x-kubernetes-int-or-string': true,
        ...rules({ rule: 'type(self) == int ? self > 0 : self == "auto"' }),
      },
      name: { ...text, ...rules({ rule: '!format.dns1123Label().validate(self).hasValue()' }) },
    }),
    accepted: [
      {
        list: [1, 2],
        string: 'a-b',
        found: 'x42',
        url: 'https://a.example',
        ip: '10.1.2.3',
        quantity: '5Mi',
        set: ['a'],
        time: '2026-02-01T00:00:00Z',
        duration: '5m',
        either: 'auto',
        name: 'abc',
      },
    ],
    refused: [
      { list: [2, 1] },
      { string: 'A-b' },
      { found: 'x41' },
      { url: 'http://a.example' },
      { ip: '11.0.0.1' },
      { quantity: '2Gi' },
      { set: ['c'] },
      { time: '2025-01-01T00:00:00Z' },
      { duration: '2h' },
      { either: 'manual' },
      { name: 'A' },
    ],
  },
];

async function check(c: CaseContext, row: RuleRow): Promise<void> {
  const path = await serveThings(c, { spec: row.spec });
  for (const [index, spec] of (row.accepted ?? []).entries())
    await c.request({ method: 'POST', path, body: thing(c, `good-${index + 1}`, { spec }) });
  for (const spec of row.refused ?? [])
    await c.request({ method: 'POST', path, body: thing(c, 'bad', { spec }) });
  for (const spec of row.updates ?? [])
    await c.request({ method: 'PATCH', path: `${path}/good-1`, headers: MERGE_PATCH, body: { spec } });
}

/** Schemas of spec whose rules the server does not take. */
const REFUSED: Readonly<Record<string, object>> = {
  'a rule that does not parse': object({ a: number }, { rule: 'self.a >' }),
  'a rule that is no truth value': object({ a: number }, { rule: 'self.a + 1' }),
  'a field that the schema has not': object({ a: number }, { rule: 'self.b > 0' }),
  'values of two types compared': object({ a: number }, { rule: 'self.a == "x"' }),
  'a function nobody knows': object({ a: number }, { rule: 'magic(self.a)' }),
  'no rule': object({ a: number }, { rule: '' }),
  'a message with a line break': object({ a: number }, { rule: 'self.a > 0', message: 'a\nb' }),
  'a message expression that is no text': object(
    { a: number },
    { rule: 'self.a > 0', messageExpression: '1' },
  ),
  'an unknown reason': object({ a: number }, { rule: 'self.a > 0', reason: 'Mood' }),
  'a field path that leads nowhere': object({ a: number }, { rule: 'self.a > 0', fieldPath: '.nope' }),
  'oldSelf where items cannot be told apart': object({
    a: { type: 'array', maxItems: 5, items: { ...number, ...rules({ rule: 'self == oldSelf' }) } },
  }),
  'a rule that may cost too much': object({
    a: { type: 'array', items: { type: 'string', ...rules({ rule: 'self.matches("a.*b")' }) } },
  }),
};

const refusedRules: CaseDefinition = {
  id: 'rule-refused',
  name: `a definition is refused with its causes for: ${Object.keys(REFUSED).join('; ')}`,
  run: async (c) => {
    for (const [note, spec] of Object.entries(REFUSED))
      await c.request({ note, method: 'POST', path: CRDS, body: thingDefinition(c, { spec }) });
  },
};

const rootRules: CaseDefinition = {
  id: 'rule-root',
  name: 'a rule at the top sees apiVersion, kind and the name',
  run: async (c) => {
    const schema = {
      type: 'object',
      properties: { spec: { type: 'object', properties: { a: number } } },
      ...rules(
        { rule: 'self.metadata.name.startsWith("x")', message: 'names begin with x' },
        { rule: 'self.kind == "Thing"' },
      ),
    };
    const path = await serveThings(c, { versions: [versionOf('v1', { schema })] });
    await c.request({ method: 'POST', path, body: thing(c, 'xa') });
    await c.request({ method: 'POST', path, body: thing(c, 'ya') });
    const generated = thing(c, '', { metadata: { generateName: 'y-' } });
    const refused = await c.request<{ details: { name: string } }>({ method: 'POST', path, body: generated });
    c.mask(refused.body.details.name, 'generated name');
  },
};

export const crdRuleCases = contractCases('crd', [
  ...ROWS.map((row) => ({ id: row.id, name: row.name, run: (c: CaseContext) => check(c, row) })),
  refusedRules,
  rootRules,
]);
