import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AccessRequest } from './access-request.ts';
import { compileRule } from './compiled-rule.ts';
import type { PolicyRule } from './policy-rule.ts';

const pods = { apiGroups: [''], resources: ['pods'], verbs: ['get'] };

function ask(verb: string, what: string, name = ''): AccessRequest {
  if (what.startsWith('/')) return { type: 'path', verb, path: what };
  const [full = '', group = ''] = what.split('@');
  const [resource = '', subresource = ''] = full.split(/\/(.*)/);
  return { type: 'resource', verb, group, resource, subresource, namespace: '', name };
}

const table: readonly { name: string; rule: PolicyRule; yes: AccessRequest[]; no: AccessRequest[] }[] = [
  {
    name: 'a rule allows its verbs on its resources in its groups, and nothing else',
    rule: pods,
    yes: [ask('get', 'pods'), ask('get', 'pods', 'a')],
    no: [
      ask('list', 'pods'),
      ask('get', 'secrets'),
      ask('get', 'pods@apps'),
      ask('get', 'pods/log'),
      ask('get', '/pods'),
    ],
  },
  {
    name: 'stars stand for every verb, group and resource, subresources too, but for no path',
    rule: { apiGroups: ['*'], resources: ['*'], verbs: ['*'] },
    yes: [ask('get', 'pods'), ask('use', 'things@example.com'), ask('get', 'pods/log')],
    no: [ask('get', '/metrics')],
  },
  {
    name: 'a subresource is named with its resource, or for all of them',
    rule: { apiGroups: ['', 'apps'], resources: ['pods/log', '*/scale'], verbs: ['get'] },
    yes: [ask('get', 'pods/log'), ask('get', 'deployments/scale@apps'), ask('get', 'anything/scale')],
    no: [ask('get', 'pods'), ask('get', 'pods/exec'), ask('get', 'deployments@apps'), ask('get', 'scale')],
  },
  {
    name: 'a resource with a star in it is a name like any other',
    rule: { apiGroups: [''], resources: ['pods/*'], verbs: ['get'] },
    yes: [ask('get', 'pods/*')],
    no: [ask('get', 'pods/log'), ask('get', 'pods')],
  },
  {
    name: 'names limit a rule to these objects, and to requests that name one',
    rule: { ...pods, verbs: ['get', 'list', 'create'], resourceNames: ['mine'] },
    yes: [ask('get', 'pods', 'mine'), ask('list', 'pods', 'mine')],
    no: [ask('get', 'pods', 'other'), ask('list', 'pods'), ask('create', 'pods')],
  },
  {
    name: 'a URL is a path, or with a star at its end all that begins so',
    rule: { nonResourceURLs: ['/metrics', '/debug/*'], verbs: ['get'] },
    yes: [ask('get', '/metrics'), ask('get', '/debug/'), ask('get', '/debug/flags/v')],
    no: [ask('get', '/metrics/slis'), ask('get', '/debug'), ask('post', '/metrics'), ask('get', 'pods')],
  },
  {
    name: 'a star alone is every path',
    rule: { nonResourceURLs: ['*'], verbs: ['*'] },
    yes: [ask('get', '/'), ask('post', '/a/b')],
    no: [ask('get', 'pods')],
  },
  {
    name: 'a rule that says nothing allows nothing',
    rule: {},
    yes: [],
    no: [ask('get', 'pods'), ask('get', '/')],
  },
];

for (const { name, rule, yes, no } of table)
  test(name, () => {
    const compiled = compileRule(rule);
    for (const access of yes) assert.equal(compiled.allows(access), true, JSON.stringify(access));
    for (const access of no) assert.equal(compiled.allows(access), false, JSON.stringify(access));
  });
