import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { GroupVersionResource, KubeObject } from '@banyan/api';
import { CREATED_BY_LABEL, CLUSTERNET_CRDS } from '@banyan/api/clusternet';
import { isForbidden, isInvalid, KubeClient, loadConnection } from '@banyan/kube';
import { startCluster, type Cluster } from '@banyan/testing';
import {
  CLUSTER_ROLE_BINDINGS,
  CLUSTER_ROLES,
  NAMESPACES,
  ROLE_BINDINGS,
  ROLES,
  SECRETS,
  SERVICE_ACCOUNTS,
} from '../hub/hub-resources.ts';
import { revokeAccess } from '../hub/leave/remove-registration.ts';
import { agentAccess, memberNamespace } from '../hub/registration/member-objects.ts';
import { formatManifests } from './format-manifests.ts';
import { HUB_NAME, hubManifests } from './hub-manifests.ts';
import { binding, role, serviceAccount } from './rbac-objects.ts';

const PODS = { group: '', version: 'v1', resource: 'pods' };
const { signal: SIGNAL } = new AbortController();
const MEMBER = {
  clusterId: '0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0',
  name: 'berlin',
  namespace: 'clusternet-berlin',
};
const APPLY = { fieldManager: 'banyan', force: true, signal: SIGNAL };

describe("the hub's account on a real cluster", { timeout: 1_200_000 }, () => {
  let cluster: Cluster;
  let hubClient: KubeClient;

  before(async () => {
    cluster = await startCluster({ name: 'parent', controllers: true });
    const stdin = formatManifests([...CLUSTERNET_CRDS, ...hubManifests({ image: 'banyan:test' })]);
    const { code, stderr } = await cluster.kubectl(['apply', '-f', '-'], { stdin });
    assert.equal(code, 0, stderr);
    const connection = await loadConnection({ path: cluster.kubeconfig, env: {} });
    const user = `system:serviceaccount:clusternet-system:${HUB_NAME}`;
    const groups = [
      'system:serviceaccounts',
      'system:serviceaccounts:clusternet-system',
      'system:authenticated',
    ];
    hubClient = new KubeClient({ ...connection, impersonate: { user, groups } });
    await hubClient.create(NAMESPACES, memberNamespace(MEMBER), { signal: SIGNAL });
    await cluster.until('the bounds hold', async () => {
      const refused = await hubClient
        .create(SECRETS, secret('default', 'probe'), { signal: SIGNAL })
        .then(() => false, isBounded);
      return refused;
    });
  });
  after(async () => {
    await hubClient?.close();
    await cluster?.stop();
  });

  for (const isOld of [false, true]) {
    test(`gives ${isOld ? 'an unmodified' : 'our'} agent what it needs, and takes it back`, async () => {
      for (const { resource, object } of agentAccess(MEMBER, isOld))
        await hubClient.apply(resource, object, APPLY);
      await newToken(MEMBER.namespace, 'clusternet-berlin');
      await revokeAccess(hubClient, MEMBER, SIGNAL);
    });
  }

  test('gets no token of an account that is not of a member', async () => {
    await assert.rejects(newToken('kube-system', 'namespace-controller'), isBounded);
    await assert.rejects(newToken('clusternet-system', HUB_NAME), isBounded);
  });

  const elsewhere: readonly [string, GroupVersionResource, KubeObject][] = [
    ['a Secret', SECRETS, secret('kube-system', 'x')],
    ['an account', SERVICE_ACCOUNTS, serviceAccount('kube-system', 'x')],
    ['a role', ROLES, role({ name: 'x', namespace: 'kube-system', rules: [] })],
    [
      'a binding of what agents get',
      ROLE_BINDINGS,
      binding({
        name: 'x',
        namespace: 'kube-system',
        roleKind: 'ClusterRole',
        roleName: 'banyan:old-agent-secrets',
        subjects: [{ account: HUB_NAME, namespace: 'clusternet-system' }],
      }),
    ],
    ['a cluster role of another name', CLUSTER_ROLES, role({ name: 'x', rules: [] })],
    [
      'a namespace that is not of a member',
      NAMESPACES,
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'x' } },
    ],
  ];
  for (const [what, resource, object] of elsewhere) {
    test(`makes nothing outside of members' namespaces: not ${what}`, async () => {
      await assert.rejects(hubClient.create(resource, object, { signal: SIGNAL }), isBounded);
    });
  }

  test('may be let to try everything by a dry run; it still creates nothing else, and makes nobody an administrator', async () => {
    const adminClient = new KubeClient(await loadConnection({ path: cluster.kubeconfig, env: {} }));
    const rules = [
      { apiGroups: ['*'], resources: ['*'], verbs: ['create'] },
      { apiGroups: ['rbac.authorization.k8s.io'], resources: ['*'], verbs: ['escalate', 'bind'] },
    ];
    const subjects = [{ account: HUB_NAME, namespace: 'clusternet-system' }];
    await adminClient.create(CLUSTER_ROLES, role({ name: 'tries', rules }));
    const tries = binding({ name: 'tries', roleKind: 'ClusterRole', roleName: 'tries', subjects });
    await adminClient.create(CLUSTER_ROLE_BINDINGS, tries);
    await adminClient.close();
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'x', namespace: 'default' },
      spec: { containers: [{ name: 'x', image: 'x' }] },
    };
    const tried: readonly [GroupVersionResource, KubeObject][] = [
      [PODS, pod],
      [SECRETS, secret('clusternet-reserved', 'x')],
      [NAMESPACES, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'x' } }],
    ];
    for (const [resource, object] of tried) {
      await cluster.until('it may try', () =>
        hubClient.create(resource, object, { signal: SIGNAL, dryRun: true }).then(
          () => true,
          () => false,
        ),
      );
      await assert.rejects(hubClient.create(resource, object, { signal: SIGNAL }), isBounded);
    }
    await assert.rejects(newToken('kube-system', 'namespace-controller', true), isBounded);
    const name = `clusternet-${MEMBER.clusterId}`;
    const all = role({ name, rules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }] });
    const admin = { roleKind: 'ClusterRole', roleName: 'cluster-admin', subjects } as const;
    const escalations: readonly [GroupVersionResource, KubeObject][] = [
      [CLUSTER_ROLES, all],
      [CLUSTER_ROLE_BINDINGS, binding({ name, ...admin })],
      [ROLE_BINDINGS, binding({ name, namespace: MEMBER.namespace, ...admin })],
    ];
    for (const [resource, object] of escalations)
      await assert.rejects(hubClient.create(resource, object, { signal: SIGNAL }), isBounded);
  });

  test('makes a namespace for an intent, marked, and has nothing to do with it afterwards', async () => {
    const metadata = { name: 'shop', labels: { [CREATED_BY_LABEL]: 'clusternet-hub' } };
    await hubClient.create(NAMESPACES, { apiVersion: 'v1', kind: 'Namespace', metadata }, { signal: SIGNAL });
    await assert.rejects(hubClient.delete(NAMESPACES, { name: 'shop' }, { signal: SIGNAL }), isBounded);
    await assert.rejects(hubClient.create(SECRETS, secret('shop', 'x'), { signal: SIGNAL }), isBounded);
  });

  test('reads no Secret that it does not know by name', async () => {
    await assert.rejects(hubClient.list(SECRETS, { signal: SIGNAL }), isForbidden);
    await assert.rejects(
      hubClient.list(SECRETS, { namespace: MEMBER.namespace, signal: SIGNAL }),
      isForbidden,
    );
    await hubClient.list(SECRETS, { fieldSelector: 'metadata.name=member-gateway', signal: SIGNAL });
  });

  test('deletes no namespace but those of members', async () => {
    await assert.rejects(
      hubClient.delete(NAMESPACES, { name: 'clusternet-reserved' }, { signal: SIGNAL }),
      isBounded,
    );
    await hubClient.delete(NAMESPACES, { name: MEMBER.namespace }, { signal: SIGNAL });
  });

  async function newToken(namespace: string, name: string, dryRun = false): Promise<void> {
    const request = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', metadata: {}, spec: {} };
    await hubClient.create(SERVICE_ACCOUNTS, request, {
      namespace,
      name,
      subresource: 'token',
      dryRun,
      signal: SIGNAL,
    });
  }
});

/** Refused by the policy, not by a role. */
function isBounded(error: unknown): boolean {
  return (
    (isForbidden(error) || isInvalid(error)) &&
    error instanceof Error &&
    error.message.includes("ValidatingAdmissionPolicy 'banyan-hub-bounds'")
  );
}

function secret(namespace: string, name: string): KubeObject {
  return { apiVersion: 'v1', kind: 'Secret', metadata: { namespace, name } };
}
