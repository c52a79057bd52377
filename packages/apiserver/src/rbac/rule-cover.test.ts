import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { AccessRequest } from './access-request.ts';
import { compileRule } from './compiled-rule.ts';
import type { PolicyRule } from './policy-rule.ts';
import { missingRights } from './rule-cover.ts';

const rule = (verbs: string, resources: string, names = '', groups = ''): PolicyRule => ({
  verbs: verbs.split(' '),
  apiGroups: groups.split(' '),
  resources: resources.split(' '),
  ...(names !== '' && { resourceNames: names.split(' ') }),
});
const urls = (verbs: string, paths: string): PolicyRule => ({
  verbs: verbs.split(' '),
  nonResourceURLs: paths.split(' '),
});

const table: readonly { name: string; held: PolicyRule[]; granted: PolicyRule[]; missing: PolicyRule[] }[] = [
  {
    name: 'who holds a rule may grant it',
    held: [rule('get list', 'pods')],
    granted: [rule('get', 'pods')],
    missing: [],
  },
  {
    name: 'rights may come from several rules',
    held: [rule('get', 'pods'), rule('list', 'pods')],
    granted: [rule('get list', 'pods')],
    missing: [],
  },
  {
    name: 'what is missing is told verb by verb and resource by resource',
    held: [rule('get', 'pods')],
    granted: [rule('delete get', 'pods pods/log')],
    missing: [rule('delete', 'pods'), rule('delete', 'pods/log'), rule('get', 'pods/log')],
  },
  {
    name: 'a star covers all, subresources too',
    held: [rule('*', '*', '', '*')],
    granted: [rule('get', 'pods/log', 'a', 'apps'), rule('*', '*', '', '*')],
    missing: [],
  },
  {
    name: 'a star is covered by a star alone',
    held: [rule('get list', 'pods')],
    granted: [rule('*', 'pods')],
    missing: [rule('*', 'pods')],
  },
  {
    name: 'a star before a subresource covers that of every resource',
    held: [rule('get', '*/scale')],
    granted: [rule('get', 'a/scale */scale'), rule('get', 'a')],
    missing: [rule('get', 'a')],
  },
  {
    name: 'a right on all objects covers that on one, and not the other way',
    held: [rule('get', 'pods'), rule('get', 'secrets', 'a b')],
    granted: [rule('get', 'pods', 'a'), rule('get', 'secrets', 'a c'), rule('get', 'secrets')],
    missing: [rule('get', 'secrets', 'c'), rule('get', 'secrets')],
  },
  {
    name: 'a group is not another',
    held: [rule('get', 'things', '', 'a')],
    granted: [rule('get', 'things', '', 'a b')],
    missing: [rule('get', 'things', '', 'b')],
  },
  {
    name: 'a URL with a star covers what begins so, stars included',
    held: [urls('get', '/a/* /b')],
    granted: [urls('get', '/a/ /a/x /a/x/* /b /c /a')],
    missing: [urls('get', '/c'), urls('get', '/a')],
  },
  {
    name: 'resources and URLs have nothing to do with each other',
    held: [rule('*', '*', '', '*')],
    granted: [urls('get', '/a')],
    missing: [urls('get', '/a')],
  },
  { name: 'nothing needs nothing', held: [], granted: [{ verbs: ['get'] }], missing: [] },
];

for (const { name, held, granted, missing } of table)
  test(name, () => assert.deepEqual(missingRights(held, granted), missing));

const some = (...words: string[]) => fc.subarray(words, { minLength: 1 });
const anyRule: fc.Arbitrary<PolicyRule> = fc.oneof(
  fc.record({
    verbs: some('get', 'list', 'delete', '*'),
    apiGroups: some('', 'apps', '*'),
    resources: some('pods', 'pods/log', '*/log', 'deployments', '*'),
    resourceNames: fc.subarray(['a', 'b']),
  }),
  fc.record({
    verbs: some('get', 'post', '*'),
    nonResourceURLs: some('/a', '/a/*', '/a/b', '/a/b*', '/c', '*'),
  }),
);
const anyRules = fc.array(anyRule, { maxLength: 4 });
const anyAccess: fc.Arbitrary<AccessRequest> = fc.oneof(
  fc.record({
    type: fc.constant('resource' as const),
    verb: fc.constantFrom('get', 'list', 'delete', 'use'),
    group: fc.constantFrom('', 'apps', 'other'),
    resource: fc.constantFrom('pods', 'deployments', 'others'),
    subresource: fc.constantFrom('', 'log', 'scale'),
    namespace: fc.constant(''),
    name: fc.constantFrom('', 'a', 'b', 'c'),
  }),
  fc.record({
    type: fc.constant('path' as const),
    verb: fc.constantFrom('get', 'post', 'put'),
    path: fc.constantFrom('/a', '/a/', '/a/b', '/a/bc', '/c', '/d'),
  }),
);
const allow = (rules: readonly PolicyRule[], access: AccessRequest) =>
  rules.some((each) => compileRule(each).allows(access));

test('whoever holds rules escalates with no part of them', () => {
  const part = (each: PolicyRule) =>
    fc.record({
      verbs: fc.subarray([...(each.verbs ?? [])]),
      apiGroups: fc.subarray([...(each.apiGroups ?? [])]),
      resources: fc.subarray([...(each.resources ?? [])]),
      // Fewer names is less, but none at all would be all.
      resourceNames: fc.subarray([...(each.resourceNames ?? [])], {
        minLength: Math.min(1, each.resourceNames?.length ?? 0),
      }),
      nonResourceURLs: fc.subarray([...(each.nonResourceURLs ?? [])]),
    });
  const heldAndPart = anyRules.chain((held) => fc.tuple(fc.constant(held), fc.tuple(...held.map(part))));
  fc.assert(fc.property(heldAndPart, ([held, parts]) => assert.deepEqual(missingRights(held, parts), [])));
});

test('what may be granted allows nothing that its author may not do', () => {
  fc.assert(
    fc.property(anyRules, anyRules, fc.array(anyAccess), (held, others, accesses) => {
      const granted = others.filter((each) => missingRights(held, [each]).length === 0);
      for (const access of accesses) if (allow(granted, access)) assert.ok(allow(held, access));
    }),
  );
});

test('with what was missing added, nothing is missing', () => {
  fc.assert(
    fc.property(anyRules, anyRules, (held, granted) => {
      const missing = missingRights(held, granted);
      assert.deepEqual(missingRights([...held, ...missing], granted), []);
    }),
  );
});
