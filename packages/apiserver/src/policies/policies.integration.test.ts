import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject, Status } from '@banyan/api';
import { httpsExchange } from '@banyan/testing';
import { startApiServer } from '../api-server.ts';
import { ApiError } from '../errors/api-error.ts';
import { serverCertificate, startTestApiServer, type TestApiServer } from '../test-api-server.ts';

const POLICIES = '/apis/admissionregistration.k8s.io/v1';
const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const MAPS = { group: '', version: 'v1', resource: 'configmaps' };
const RULES = {
  resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['*'], resources: ['*'] }],
};

async function send(
  api: TestApiServer,
  method: string,
  path: string,
  body?: object,
): Promise<KubeObject & Status> {
  const headers = { 'content-type': 'application/json' };
  const request = { method, path, headers, ...(body && { body: JSON.stringify(body) }) };
  return JSON.parse((await httpsExchange(api.admin, request)).body.toString()) as KubeObject & Status;
}

/** No config map may be called `bad`; each of the others gets a label. */
async function addPolicies(api: TestApiServer): Promise<void> {
  const expression = "request.resource.resource != 'configmaps' || request.?name.orValue('') != 'bad'";
  await send(api, 'POST', `${POLICIES}/validatingadmissionpolicies`, {
    metadata: { name: 'no-bad' },
    spec: { matchConstraints: RULES, validations: [{ expression, message: 'bad' }] },
  });
  await send(api, 'POST', `${POLICIES}/validatingadmissionpolicybindings`, {
    metadata: { name: 'no-bad' },
    spec: { policyName: 'no-bad', validationActions: ['Deny'] },
  });
  const label = "Object{metadata: Object.metadata{labels: {'by': 'policy'}}}";
  const resourceRules = [
    { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE', 'UPDATE'], resources: ['configmaps'] },
  ];
  await send(api, 'POST', `${POLICIES}/mutatingadmissionpolicies`, {
    metadata: { name: 'label' },
    spec: {
      matchConstraints: { resourceRules },
      mutations: [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression: label } }],
      reinvocationPolicy: 'Never',
    },
  });
  await send(api, 'POST', `${POLICIES}/mutatingadmissionpolicybindings`, {
    metadata: { name: 'label' },
    spec: { policyName: 'label' },
  });
}

const configMap = (name: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'default' },
});

test('a policy counts from the moment its binding is stored, and until one of them is deleted', async () => {
  await using api = await startTestApiServer();
  await addPolicies(api);
  const refused = await send(api, 'POST', CONFIG_MAPS, configMap('bad'));
  assert.equal(refused.code, 422);
  const made = await send(api, 'POST', CONFIG_MAPS, configMap('good'));
  assert.deepEqual(made.metadata.labels, { by: 'policy' });
  await send(api, 'DELETE', `${POLICIES}/validatingadmissionpolicybindings/no-bad`);
  assert.equal((await send(api, 'POST', CONFIG_MAPS, configMap('bad'))).kind, 'ConfigMap');
  assert.deepEqual(api.defects, []);
});

test('what a collection of objects is deleted by is judged for each of them', async () => {
  await using api = await startTestApiServer();
  await send(api, 'POST', CONFIG_MAPS, configMap('kept'));
  await send(api, 'POST', CONFIG_MAPS, configMap('loose'));
  const expression = "request.operation != 'DELETE' || oldObject.metadata.name != 'kept'";
  await send(api, 'POST', `${POLICIES}/validatingadmissionpolicies`, {
    metadata: { name: 'keep' },
    spec: { matchConstraints: RULES, validations: [{ expression }] },
  });
  await send(api, 'POST', `${POLICIES}/validatingadmissionpolicybindings`, {
    metadata: { name: 'keep' },
    spec: { policyName: 'keep', validationActions: ['Deny'] },
  });
  assert.equal((await send(api, 'DELETE', CONFIG_MAPS)).code, 422);
  assert.equal((await send(api, 'GET', `${CONFIG_MAPS}/kept`)).kind, 'ConfigMap');
});

test('programs in the same process are judged too, and policies outlive the server', async () => {
  await using api = await startTestApiServer();
  await addPolicies(api);
  // Another server on the same store finds them there.
  const restarted = await startApiServer({
    store: api.store,
    host: '127.0.0.1',
    port: 0,
    clientCa: api.ca.certificate,
    ...serverCertificate(api.ca),
  });
  try {
    const user = { name: 'a-controller', groups: ['system:masters'], extra: {} };
    const client = restarted.localClient({ user, fieldManager: 'a-controller' });
    await assert.rejects(
      client.create(MAPS, configMap('bad')),
      (error) => error instanceof ApiError && error.code === 422,
    );
    const made = await client.create(MAPS, configMap('good'));
    assert.deepEqual(made.metadata.labels, { by: 'policy' });
    await client.update(MAPS, { namespace: 'default', name: 'good' }, (draft) => {
      draft.metadata.labels = { by: 'hand' };
    });
    assert.deepEqual((await send(api, 'GET', `${CONFIG_MAPS}/good`)).metadata.labels, { by: 'policy' });
  } finally {
    await restarted.stop();
  }
});
