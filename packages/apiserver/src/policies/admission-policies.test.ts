import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '@banyan/api';
import type { ApiError } from '../errors/api-error.ts';
import type { Operation } from '../registry/operation.ts';
import { AdmissionPolicies } from './admission-policies.ts';
import { resource, TestTable, world } from './test-policies.ts';

const RULES = {
  resourceRules: [
    { apiGroups: ['*'], apiVersions: ['*'], operations: ['CREATE', 'UPDATE'], resources: ['*'] },
  ],
};
const named = (name: string, spec: object): KubeObject =>
  ({
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'Any',
    metadata: { name },
    spec,
  }) as KubeObject;

function policies() {
  const tables = {
    validatingPolicies: new TestTable(),
    validatingBindings: new TestTable(),
    mutatingPolicies: new TestTable(),
    mutatingBindings: new TestTable(),
  };
  return { tables, policies: new AdmissionPolicies(tables, world()) };
}

function operation(parts: Partial<Operation> = {}): Operation {
  const user = { name: 'somebody', groups: [], extra: {} };
  const own = {
    resource: custom(),
    subresource: undefined,
    namespace: 'here',
    user,
    dryRun: false,
    warn: () => {},
  };
  return { ...own, ...parts } as unknown as Operation;
}

/** Objects of no known form, so that nothing but policies has a say. */
const custom = () => resource({ custom: { hasStatus: false } });

const object = (metadata: object = {}): KubeObject => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'a', ...metadata },
});

function refusal(ask: () => void): string | undefined {
  try {
    ask();
    return undefined;
  } catch (error) {
    return (error as ApiError).status.message;
  }
}

test('without a binding nothing is judged, and nothing is copied', () => {
  const { tables, policies: all } = policies();
  const draft = object();
  assert.equal(all.mutate(operation(), { object: draft, old: undefined }), draft);
  tables.validatingPolicies.put(
    named('p', { matchConstraints: RULES, validations: [{ expression: 'false' }] }),
  );
  assert.equal(
    refusal(() => all.validate(operation(), { object: draft, old: undefined })),
    undefined,
  );
});

test('a policy is in force as long as it and a binding are there, in its newest version', () => {
  const { tables, policies: all } = policies();
  const ask = () => refusal(() => all.validate(operation(), { object: object(), old: undefined }));
  const put = (message: string) =>
    tables.validatingPolicies.put(
      named('p', { matchConstraints: RULES, validations: [{ expression: 'false', message }] }),
    );
  put('one');
  tables.validatingBindings.put(named('b', { policyName: 'p', validationActions: ['Deny'] }));
  const refused = (message: string) =>
    `deployments.apps "a" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: ${message}`;
  assert.equal(ask(), refused('one'));
  put('two');
  assert.equal(ask(), refused('two'));
  tables.validatingBindings.remove('b');
  assert.equal(ask(), undefined);
  tables.validatingBindings.put(named('b', { policyName: 'p', validationActions: ['Deny'] }));
  all.close();
  tables.validatingPolicies.remove('p');
  assert.equal(ask(), refused('two'), 'it stopped following');
});

test('policies themselves are exempt, whatever a policy says', () => {
  const { tables, policies: all } = policies();
  tables.validatingPolicies.put(
    named('p', { matchConstraints: RULES, validations: [{ expression: 'false' }] }),
  );
  tables.validatingBindings.put(named('b', { policyName: 'p', validationActions: ['Deny'] }));
  for (const plural of [
    'validatingadmissionpolicies',
    'validatingadmissionpolicybindings',
    'mutatingadmissionpolicies',
    'mutatingadmissionpolicybindings',
  ]) {
    const of = resource({ group: 'admissionregistration.k8s.io', resource: plural });
    all.validate(operation({ resource: of }), { object: object(), old: undefined });
  }
});

const labels = (text: string, rest: object = {}) => ({
  matchConstraints: RULES,
  mutations: [
    {
      patchType: 'ApplyConfiguration',
      applyConfiguration: { expression: `Object{metadata: Object.metadata{labels: ${text}}}` },
    },
  ],
  ...rest,
});

test('a policy is asked once more, if it wants to be, when one after it changed the object; and only once', () => {
  const { tables, policies: all } = policies();
  const seen = "{'seen': string(object.metadata.?labels.later.orValue('nothing'))}";
  const counting = "{'count': string(int(string(object.metadata.?labels.count.orValue('0'))) + 1)}";
  tables.mutatingPolicies.put(named('a', labels(seen, { reinvocationPolicy: 'IfNeeded' })));
  tables.mutatingPolicies.put(
    named('b', labels(seen.replace('seen', 'once'), { reinvocationPolicy: 'Never' })),
  );
  tables.mutatingPolicies.put(named('c', labels(counting, { reinvocationPolicy: 'IfNeeded' })));
  tables.mutatingPolicies.put(named('d', labels("{'later': 'yes'}", { reinvocationPolicy: 'Never' })));
  for (const name of ['a', 'b', 'c', 'd']) tables.mutatingBindings.put(named(name, { policyName: name }));
  const draft = object();
  const made = all.mutate(operation(), { object: draft, old: undefined });
  assert.deepEqual(made.metadata.labels, { seen: 'yes', once: 'nothing', count: '2', later: 'yes' });
  assert.equal(draft.metadata.labels, undefined, 'what was sent is left as it was');
});

test('an expression that the library cannot read denies, or is passed over where failures are ignored', () => {
  const { tables, policies: all } = policies();
  const put = (failurePolicy: string) =>
    tables.validatingPolicies.put(
      named('p', {
        failurePolicy,
        matchConstraints: RULES,
        validations: [{ expression: '[?object.?a] == []' }],
      }),
    );
  tables.validatingBindings.put(named('b', { policyName: 'p', validationActions: ['Deny'] }));
  const ask = () => refusal(() => all.validate(operation(), { object: object(), old: undefined }));
  put('Fail');
  assert.match(ask() ?? '', /denied request: compilation error: compilation failed/);
  put('Ignore');
  assert.equal(ask(), undefined);
});

test('expressions that are too much together are stopped', { timeout: 60_000 }, () => {
  const { tables, policies: all } = policies();
  const list = `[${Array.from({ length: 90 }, () => '1').join()}]`;
  const expression = `${list}.all(a, ${list}.all(b, ${list}.all(c, a + b + c < 9)))`;
  const validations = Array.from({ length: 40 }, () => ({ expression }));
  tables.validatingPolicies.put(named('p', { matchConstraints: RULES, validations }));
  tables.validatingBindings.put(named('b', { policyName: 'p', validationActions: ['Deny'] }));
  const ask = () => refusal(() => all.validate(operation(), { object: object(), old: undefined }));
  assert.match(
    ask() ?? '',
    /denied request: (?:expression|validation failed due to running out of cost budget)/,
  );
});
