import type { CaseContext } from '../case-context.ts';
import type { CaseDefinition } from '../contract-case.ts';
import { configMap, enforce, here, MERGE, NO_PROBES, rule } from './policies-setup.ts';

/** Refuses config maps whose `refuse` is this word. */
const refusing = (word: string, parts: object) => ({
  expression: `object.data.?refuse.orValue('') != '${word}'`,
  ...parts,
});

const MESSAGES: Readonly<Record<string, object>> = {
  nothing: {},
  message: { message: ' as written ' },
  expression: { messageExpression: "'not ' + object.metadata.name", message: 'not this' },
  empty: { messageExpression: "'  '", message: 'instead of nothing' },
  lines: { messageExpression: "'a\\nb'", message: 'instead of lines' },
  long: {
    messageExpression: "[1,2,3,4,5,6,7].map(i, object.data.text).join('')",
    message: 'instead of a long one',
  },
  failing: { messageExpression: 'string(object.data.missing)', message: 'instead of a failure' },
  forbidden: { reason: 'Forbidden', message: 'forbidden' },
  unauthorized: { reason: 'Unauthorized', message: 'unauthorized' },
  large: { reason: 'RequestEntityTooLarge', message: 'too large' },
  invalid: { reason: 'Invalid', message: 'invalid' },
};

async function create(c: CaseContext, note: string, body: object, query = {}): Promise<void> {
  await c.request({ note, method: 'POST', path: c.at('configmaps'), body, query });
}

export const policyDenialCases: CaseDefinition[] = [
  {
    id: 'messages',
    name: 'a denial carries the message, what its expression makes, or the expression, and the reason as its code',
    run: async (c) => {
      const validations = Object.entries(MESSAGES)
        .filter(([word]) => word !== 'unauthorized')
        .map(([word, parts]) => refusing(word, parts));
      await enforce(c, 'validating', { spec: { validations: [...validations, NO_PROBES] } });
      const text = 'x'.repeat(900);
      for (const word of Object.keys(MESSAGES))
        await create(c, word, configMap('a', { refuse: word, ...(word === 'long' && { text }) }), {
          dryRun: 'All',
        });
    },
  },
  {
    id: 'operations',
    name: 'creates, updates, patches, applies and deletes are judged by what is there and what is to be, in a dry run too',
    run: async (c) => {
      await enforce(c, 'validating', {
        matchConstraints: { ...here(c), resourceRules: [rule('', 'configmaps', { operations: ['*'] })] },
        spec: {
          validations: [
            { expression: "object == null || object.data.?bad.orValue('') != 'yes'", message: 'bad' },
            {
              expression: "request.operation != 'UPDATE' || object.data.size() >= oldObject.data.size()",
              messageExpression:
                "'from ' + string(oldObject.data.size()) + ' to ' + string(object.data.size())",
            },
            {
              expression: "request.operation != 'DELETE' || oldObject.metadata.name != 'kept'",
              messageExpression:
                "request.operation + ' ' + string(object == null) + ' ' + oldObject.metadata.name + ' ' + request.options.kind + ' ' + string(request.options.?propagationPolicy.orValue('')) + ' ' + string(request.options.?gracePeriodSeconds.orValue(0))",
            },
            { expression: "request.operation != 'CREATE' || oldObject == null", message: 'there was none' },
            NO_PROBES,
          ],
        },
      });
      const path = c.at('configmaps');
      await create(c, 'bad', configMap('a', { bad: 'yes' }));
      await create(c, 'bad, tried', configMap('a', { bad: 'yes' }), { dryRun: 'All' });
      await create(c, 'good', configMap('kept', { a: '1', b: '2' }));
      const one = c.at('configmaps', 'kept');
      await c.request({ note: 'put', method: 'PUT', path: one, body: configMap('kept', { a: '1' }) });
      await c.request({
        note: 'merge',
        method: 'PATCH',
        path: one,
        headers: MERGE,
        body: { data: { a: null } },
      });
      await c.request({
        note: 'json',
        method: 'PATCH',
        path: one,
        headers: { 'content-type': 'application/json-patch+json' },
        body: JSON.stringify([{ op: 'add', path: '/data/bad', value: 'yes' }]),
      });
      const apply = { method: 'PATCH', headers: { 'content-type': 'application/apply-patch+yaml' } };
      const query = { fieldManager: 'm' };
      await c.request({ ...apply, note: 'apply', path: one, query, body: configMap('kept', { bad: 'yes' }) });
      const other = c.at('configmaps', 'other');
      await c.request({
        ...apply,
        note: 'apply anew',
        path: other,
        query,
        body: configMap('other', { bad: 'yes' }),
      });
      await c.request({
        note: 'a change that is good',
        method: 'PATCH',
        path: one,
        headers: MERGE,
        body: { data: { c: '3' } },
      });
      await c.request({ note: 'delete', method: 'DELETE', path: one });
      const options = { propagationPolicy: 'Orphan', gracePeriodSeconds: 5 };
      await c.request({ note: 'delete in a certain way', method: 'DELETE', path: one, body: options });
      await c.request({ note: 'delete all', method: 'DELETE', path });
      await create(c, 'another', configMap('other', {}));
      await c.request({ note: 'delete another', method: 'DELETE', path: other });
      await c.request({ note: 'delete what is not there', method: 'DELETE', path: other });
    },
  },
  {
    id: 'order',
    name: 'what is invalid, exists already, or has no namespace is told before a denial',
    run: async (c) => {
      await enforce(c, 'validating', { spec: { validations: [{ expression: 'false', message: 'never' }] } });
      await create(c, 'invalid', configMap('A_B'));
      await create(c, 'of a name that there is', configMap('kube-root-ca.crt'));
      await c.request({
        note: 'an update of nothing',
        method: 'PUT',
        path: c.at('configmaps', 'none'),
        body: configMap('none'),
      });
      await c.request({
        note: 'an apply of nothing',
        method: 'PATCH',
        path: c.at('configmaps', 'none'),
        query: { fieldManager: 'm' },
        headers: { 'content-type': 'application/apply-patch+yaml' },
        body: configMap('none'),
      });
    },
  },
  {
    id: 'actions',
    name: 'a binding says whether a failure is denied, told as a warning or only written down',
    run: async (c) => {
      const failing = [
        { expression: "!('one' in object.data)", message: 'one' },
        { expression: "!('two' in object.data)", message: 'two' },
      ];
      const isWarned = ({ headers }: { headers: object }) => 'warning' in headers;
      await enforce(c, 'validating', {
        part: 'warns',
        spec: { validations: [...failing, NO_PROBES] },
        binding: { validationActions: ['Warn', 'Audit'] },
        isKnown: isWarned,
      });
      await create(c, 'one', configMap('one', { one: '' }));
      await create(c, 'both', configMap('both', { one: '', two: '' }));
      await enforce(c, 'validating', {
        part: 'audits',
        spec: { validations: [{ expression: 'false', message: 'audited' }] },
        binding: { validationActions: ['Audit'] },
        isKnown: () => true,
      });
      await create(c, 'audited', configMap('audited'));
    },
  },
  {
    id: 'several',
    name: 'of several failures the first of a policy is told; all bindings of a policy are asked',
    run: async (c) => {
      const validations = [
        { expression: "!('one' in object.data)", message: 'one' },
        { expression: "!('two' in object.data)", message: 'two', reason: 'Forbidden' },
        NO_PROBES,
      ];
      await enforce(c, 'validating', { spec: { validations } });
      await create(c, 'both', configMap('a', { one: '', two: '' }));
      await create(c, 'second', configMap('a', { two: '' }));
    },
  },
  {
    id: 'exempt',
    name: 'policies and their bindings are never judged, nor are reviews',
    run: async (c) => {
      const name = await enforce(c, 'validating', {
        matchConstraints: {
          ...here(c),
          resourceRules: [
            rule('', 'configmaps'),
            rule('admissionregistration.k8s.io', '*', {
              operations: ['*'],
              resourceNames: [c.clusterName()],
            }),
            rule('authorization.k8s.io', 'selfsubjectaccessreviews', { operations: ['*'] }),
          ],
        },
        spec: { validations: [{ expression: 'false', message: 'never' }] },
      });
      const base = '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies';
      const body = { metadata: { annotations: { a: 'b' } } };
      await c.request({ method: 'PATCH', path: `${base}/${name}`, headers: MERGE, body });
      await c.request({
        method: 'POST',
        path: '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
        body: { spec: { resourceAttributes: { verb: 'get', resource: 'pods' } } },
        facts: () => 'answered',
      });
    },
  },
];
