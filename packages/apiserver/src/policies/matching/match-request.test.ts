import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '@banyan/api';
import type { MatchResources } from '../../kinds/admission/match-resources.ts';
import { collectParams, ParamProblem } from './collect-params.ts';
import { matchRequest, MatchProblem } from './match-request.ts';
import { judged, resource, world } from '../test-policies.ts';

const RULE = { apiGroups: ['apps'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['deployments'] };
const labelled = (labels: Record<string, string>): KubeObject => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'a', labels },
});

const ROWS: readonly [string, MatchResources, Parameters<typeof judged>[0], boolean][] = [
  ['nothing said is everything', {}, {}, true],
  ['a rule for it', { resourceRules: [RULE] }, {}, true],
  ['another operation', { resourceRules: [RULE] }, { operation: 'DELETE' }, false],
  ['any operation', { resourceRules: [{ ...RULE, operations: ['*'] }] }, { operation: 'DELETE' }, true],
  ['another version', { resourceRules: [{ ...RULE, apiVersions: ['v2'] }] }, {}, false],
  ['below it', { resourceRules: [RULE] }, { subresource: 'scale' }, false],
  [
    'all below it',
    { resourceRules: [{ ...RULE, resources: ['deployments/*'] }] },
    { subresource: 'scale' },
    true,
  ],
  ['all below all, and all', { resourceRules: [{ ...RULE, resources: ['*/*'] }] }, {}, true],
  ['a name', { resourceRules: [{ ...RULE, resourceNames: ['a'] }] }, {}, true],
  ['another name', { resourceRules: [{ ...RULE, resourceNames: ['b'] }] }, {}, false],
  ['of the cluster', { resourceRules: [{ ...RULE, scope: 'Cluster' }] }, {}, false],
  ['in namespaces', { resourceRules: [{ ...RULE, scope: 'Namespaced' }] }, {}, true],
  ['excluded', { resourceRules: [RULE], excludeResourceRules: [RULE] }, {}, false],
  ['selected', { objectSelector: { matchLabels: { x: 'y' } } }, { object: labelled({ x: 'y' }) }, true],
  ['not selected', { objectSelector: { matchLabels: { x: 'y' } } }, { object: labelled({}) }, false],
  [
    'selected as it was',
    { objectSelector: { matchLabels: { x: 'y' } } },
    { object: labelled({}), old: labelled({ x: 'y' }) },
    true,
  ],
  ['in a namespace', { namespaceSelector: { matchLabels: { team: 'a' } } }, {}, true],
  ['in another namespace', { namespaceSelector: { matchLabels: { team: 'b' } } }, {}, false],
  [
    'of the cluster, which no namespace rules out',
    { namespaceSelector: { matchLabels: { team: 'b' } } },
    { namespace: '' },
    true,
  ],
  [
    'another version that is as good',
    { matchPolicy: 'Equivalent', resourceRules: [{ ...RULE, apiVersions: ['v1beta9'] }] },
    {},
    true,
  ],
  [
    'another version that is not',
    { matchPolicy: 'Exact', resourceRules: [{ ...RULE, apiVersions: ['v1beta9'] }] },
    {},
    false,
  ],
];
for (const [name, match, request, expected] of ROWS) {
  test(name, () => assert.equal(matchRequest(match, judged(request), world()) !== undefined, expected));
}

test('a namespace that is not there matters to who is about it alone', () => {
  const namespaceSelector = { matchLabels: { team: 'a' } };
  const request = judged({ namespace: 'gone' });
  assert.throws(() => matchRequest({ namespaceSelector }, request, world()), MatchProblem);
  const other = { ...RULE, resources: ['others'] };
  assert.equal(matchRequest({ namespaceSelector, resourceRules: [other] }, request, world()), undefined);
});

test('parameters are found by name or by selector; those that must be there are missed', () => {
  const params = resource({ kind: 'ConfigMap', group: '', resource: 'configmaps' });
  const found = (ref: object, namespace = 'here') =>
    collectParams({ resource: params, ref, namespace }, world()).map((one) => one?.metadata.name);
  assert.deepEqual(found({ name: 'one' }), ['one']);
  assert.deepEqual(found({ selector: {} }), ['one', 'two']);
  assert.deepEqual(found({ selector: { matchLabels: { n: '2' } } }), ['two']);
  assert.deepEqual(found({ name: 'none', parameterNotFoundAction: 'Allow' }), []);
  assert.throws(() => found({ name: 'none', parameterNotFoundAction: 'Deny' }), ParamProblem);
  assert.throws(() => found({ name: 'one' }, ''), /cluster-scoped/);
  assert.deepEqual(collectParams({ resource: params, ref: undefined, namespace: '' }, world()), [undefined]);
});
