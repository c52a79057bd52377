import assert from 'node:assert/strict';
import { test } from 'node:test';
import { httpsExchange } from '@banyan/testing';
import { startTestApiServer } from '../test-api-server.ts';

const RBAC = { apiVersion: 'rbac.authorization.k8s.io/v1' };
const RBAC_PATH = '/apis/rbac.authorization.k8s.io/v1/namespaces/default';
const LEASE = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease' };
const LEASES_PATH = '/apis/coordination.k8s.io/v1/namespaces/default/leases';

const WRITES = [
  { method: 'PATCH', query: '?fieldManager=x', contentType: 'application/apply-patch+yaml' },
  { method: 'PUT', query: '', contentType: 'application/json' },
];

for (const { method, query, contentType } of WRITES) {
  test(`a ${method} creates only for those who may create`, async () => {
    await using server = await startTestApiServer();
    const send = async (
      user: string | undefined,
      path: string,
      how: { method: string; contentType: string },
      body: object,
    ) =>
      httpsExchange(user === undefined ? server.admin : server.peer(user), {
        method: how.method,
        path,
        headers: { 'content-type': how.contentType },
        body: JSON.stringify(body),
      });
    const create = { method: 'POST', contentType: 'application/json' };
    for (const [name, verbs] of [
      ['changes', ['patch', 'update']],
      ['creates', ['patch', 'update', 'create']],
    ] as const) {
      const rules = [{ apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs }];
      await send(undefined, `${RBAC_PATH}/roles`, create, {
        ...RBAC,
        kind: 'Role',
        metadata: { name },
        rules,
      });
      const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name };
      const subjects = [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name }];
      const binding = { ...RBAC, kind: 'RoleBinding', metadata: { name }, roleRef, subjects };
      await send(undefined, `${RBAC_PATH}/rolebindings`, create, binding);
    }
    const write = (user: string) =>
      send(user, `${LEASES_PATH}/x${query}`, { method, contentType }, { ...LEASE, metadata: { name: 'x' } });
    const refused = await write('changes');
    assert.equal(refused.status, 403);
    assert.match(String(refused.body), /User \\"changes\\" cannot create resource \\"leases\\"/);
    assert.equal((await write('creates')).status, 201);
    // What is there may be changed, though a Lease only by who knows its version.
    assert.notEqual((await write('changes')).status, 403);
    assert.deepEqual(server.defects, []);
  });
}
