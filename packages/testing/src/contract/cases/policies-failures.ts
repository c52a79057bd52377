import type { CaseContext } from '../case-context.ts';
import type { CaseDefinition } from '../contract-case.ts';
import { configMap, enforce, NO_PROBES, POLICIES, rule } from './policies-setup.ts';

/** Expressions that are fine as far as anyone can tell, and fail on an object. */
const FAILING = [
  "object.data.missing == 'x'",
  'object.spec.replicas > 1',
  'object.data.text > 1',
  'int(object.data.text) > 1',
  "object.metadata.labels['no'] == 'x'",
  'object.metadata.managedFields[7].manager == "x"',
  'object.data.size() / (object.data.size() - 2) == 1',
  'object.data.text',
  'dyn(1) == 1 && object.data.text.foo == 1',
];

const matchConstraints = { resourceRules: [rule('', 'configmaps')] };

async function refused(c: CaseContext, kind: string, note: string, spec: object): Promise<void> {
  const path = `${POLICIES}/${kind}admissionpolicies`;
  const body = { metadata: { name: c.clusterName() }, spec: { matchConstraints, ...spec } };
  await c.request({ note, method: 'POST', path, query: { dryRun: 'All' }, body, facts: refusalOf });
}

/** Of what is refused, why; of what is accepted, only that. */
function refusalOf(bytes: Buffer): never {
  const { kind, message = '', details } = JSON.parse(bytes.toString());
  return (kind === 'Status' ? { message, details } : 'accepted') as never;
}

const UNREADABLE = [
  'object.',
  'object.metadata.name ==',
  'nothing.metadata.name == "a"',
  'object.metadata.name.foo()',
  'foo(object)',
  '1 + 1',
  'object.metadata.name',
  "'a' == 1",
  'params.data.max == "1"',
  'variables.none == 1',
  'request.nothing == 1',
  'request.name == 1',
  'namespaceObject.metadata.nothing == 1',
  'namespaceObject.metadata.name > 1',
  "authorizer.group('').check('get').allowed()",
  "authorizer.nothing('').allowed()",
  "request.userInfo.groups.all(g, g + 1 == 'x')",
  "object.data.matches('(')",
  'has(object)',
  'Object{spec: 1} == object',
];

export const policyFailureCases: CaseDefinition[] = [
  {
    id: 'failing',
    name: 'an expression that fails on an object denies it, with what went wrong',
    run: async (c) => {
      await enforce(c, 'validating', {
        spec: {
          validations: [
            ...FAILING.map((text, i) => ({
              expression: `object.data.?ask.orValue('') != '${i}' || (${text})`,
            })),
            NO_PROBES,
          ],
        },
      });
      for (const [i, note] of FAILING.entries())
        await c.request({
          note,
          method: 'POST',
          path: c.at('configmaps'),
          query: { dryRun: 'All' },
          body: configMap('a', { ask: String(i), text: 'abc' }),
        });
    },
  },
  {
    id: 'failing-ignored',
    name: 'where failures are ignored, an expression that fails refuses nothing; one that is false does',
    run: async (c) => {
      await enforce(c, 'validating', {
        spec: {
          failurePolicy: 'Ignore',
          validations: [
            { expression: "object.data.missing == 'x'" },
            {
              expression: "!('bad' in object.data)",
              message: 'bad',
              messageExpression: 'string(object.data.missing)',
            },
            { expression: "object.metadata.name != 'probe'", message: 'a probe' },
          ],
        },
        probe: { path: c.at('configmaps'), body: configMap('probe', { a: '' }) },
      });
      const post = (data: object) =>
        c.request({
          method: 'POST',
          path: c.at('configmaps'),
          query: { dryRun: 'All' },
          body: configMap('a', data),
        });
      await post({ a: '' });
      await post({ bad: '' });
    },
  },
  {
    id: 'too-costly',
    name: 'an expression that does too much is stopped',
    run: async (c) => {
      const list = '[1,2,3,4,5,6,7,8,9,10]';
      const loops = `${list}.all(a, ${list}.all(b, ${list}.all(c, ${list}.all(d, ${list}.all(e, ${list}.all(f, ${list}.all(g, a + b + c + d + e + f + g < 100)))))))`;
      await enforce(c, 'validating', {
        spec: { validations: [{ expression: `object.metadata.name == 'free' || ${loops}` }] },
      });
      await c.request({
        method: 'POST',
        path: c.at('configmaps'),
        query: { dryRun: 'All' },
        body: configMap('a'),
      });
      await c.request({
        method: 'POST',
        path: c.at('configmaps'),
        query: { dryRun: 'All' },
        body: configMap('free'),
      });
    },
  },
  {
    id: 'audit-annotations',
    name: 'an audit annotation that cannot be made denies; an empty one or none is left out',
    run: async (c) => {
      await enforce(c, 'validating', {
        spec: {
          validations: [NO_PROBES],
          auditAnnotations: [
            { key: 'text', valueExpression: "'is ' + object.metadata.name" },
            { key: 'none', valueExpression: 'null' },
            { key: 'broken', valueExpression: "'broken' in object.data ? string(object.data.missing) : ''" },
          ],
        },
      });
      const post = (data: object) =>
        c.request({
          method: 'POST',
          path: c.at('configmaps'),
          query: { dryRun: 'All' },
          body: configMap('a', data),
        });
      await post({ a: '' });
      await post({ broken: '' });
    },
  },
  {
    id: 'unreadable',
    name: 'a policy whose expressions cannot be read is refused when it is written',
    run: async (c) => {
      for (const text of UNREADABLE)
        await refused(c, 'validating', text, { validations: [{ expression: text }] });
      const fine = [{ expression: 'true' }];
      await refused(c, 'validating', 'a message that is none', {
        validations: [{ expression: 'true', messageExpression: '1' }],
      });
      await refused(c, 'validating', 'a message that asks the authorizer', {
        validations: [
          { expression: 'true', messageExpression: "authorizer.path('/x').check('get').reason()" },
        ],
      });
      await refused(c, 'validating', 'a condition with variables', {
        variables: [{ name: 'a', expression: 'true' }],
        matchConditions: [{ name: 'a', expression: 'variables.a' }],
        validations: fine,
      });
      await refused(c, 'validating', 'a condition with parameters', {
        matchConditions: [{ name: 'a', expression: 'params.a' }],
        validations: fine,
      });
      await refused(c, 'validating', 'a variable that is unreadable', {
        variables: [
          { name: 'a', expression: 'nothing' },
          { name: 'b', expression: 'variables.c' },
        ],
        validations: [{ expression: 'variables.a' }],
      });
      await refused(c, 'validating', 'variables of known types', {
        variables: [
          { name: 'n', expression: '1' },
          { name: 'l', expression: "['a']" },
        ],
        validations: [
          { expression: "variables.n == 'a'" },
          { expression: 'variables.l[0] == 1' },
          { expression: 'variables.n' },
        ],
      });
      await refused(c, 'validating', 'an annotation of another type', {
        validations: fine,
        auditAnnotations: [{ key: 'a', valueExpression: '1' }],
      });
      await refused(c, 'validating', 'parameters where there are some', {
        paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
        validations: [{ expression: 'params.data.max == "1"' }],
      });
    },
  },
];
