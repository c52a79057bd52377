import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GATEWAY_ACCOUNT, GATEWAY_SECRET, MEMBER_ADMINS_GROUP } from '@banyan/api/banyan';
import { DEPLOYER_ACCOUNT, DEPLOYER_SECRET, SYSTEM_NAMESPACE } from '@banyan/api/clusternet';
import type { Secret } from '@banyan/api/objects';
import type { Logger } from '@banyan/controller';
import { isNotFound } from '@banyan/kube';
import { eventually, FakeClock } from '@banyan/testing';
import { startTestHub } from '../../hub/test-hub.ts';
import { startTestMember } from '../test-fleet.ts';
import type { MemberAccess } from './give-access.ts';
import { keepAccess } from './keep-access.ts';

const NAMESPACES = { group: '', version: 'v1', resource: 'namespaces' };
const SECRETS = { group: '', version: 'v1', resource: 'secrets' };
const ACCOUNTS = { group: '', version: 'v1', resource: 'serviceaccounts' };
const BINDINGS = { group: 'rbac.authorization.k8s.io', version: 'v1', resource: 'clusterrolebindings' };
const HUB_NAMESPACE = 'clusternet-edge';
const LIFETIME_MS = 3_600_000;

test('the hub has what it needs of a member, what is missing is said once, and one gap stops nothing', async () => {
  await using hub = await startTestHub({ installs: false });
  await using member = await startTestMember();
  const { hubClient } = hub;
  await hubClient.create(NAMESPACES, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: HUB_NAMESPACE },
  });
  const lines: string[] = [];
  const say = (_: object, message: string) => void lines.push(message);
  const logger: Logger = { debug: say, info: say, warn: say, error: say };
  const clock = new FakeClock(Date.now());
  const access = (syncMode: 'Dual' | 'Pull'): MemberAccess => ({
    memberClient: member.memberClient,
    hubClient,
    hubNamespace: HUB_NAMESPACE,
    memberName: 'edge',
    clusterId: 'id',
    memberNamespace: SYSTEM_NAMESPACE,
    options: { syncMode, appPusher: true, accessTokenLifetimeMs: LIFETIME_MS },
    logger,
    clock,
  });
  const read = (name: string) => hubClient.get<Secret>(SECRETS, { namespace: HUB_NAMESPACE, name });
  const said = (words: RegExp) => lines.filter((line) => words.test(line)).length;
  const account = { namespace: SYSTEM_NAMESPACE, name: GATEWAY_ACCOUNT };
  const { metadata: gateway } = await member.admin.get(ACCOUNTS, account);
  await member.admin.delete(ACCOUNTS, account);
  await member.admin.delete(BINDINGS, { name: DEPLOYER_ACCOUNT });

  const stop = new AbortController();
  const keeping = keepAccess(access('Dual'), stop.signal);
  await eventually('the other one is given', () =>
    read(DEPLOYER_SECRET).then(
      () => true,
      () => false,
    ),
  );
  assert.equal(said(/banyan-gateway is missing in this cluster.*manifests/), 1);
  assert.equal(said(/clusternet-app-deployer is not bound to cluster-admin/), 1);
  await member.admin.create(ACCOUNTS, {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { ...account, labels: gateway.labels ?? {} },
  });
  await member.admin.delete(BINDINGS, { name: MEMBER_ADMINS_GROUP });
  await eventually('given when it is there', async () => {
    await clock.advance(30_000);
    return read(GATEWAY_SECRET).then(
      () => true,
      () => false,
    );
  });
  assert.equal(said(/is missing in this cluster/), 1);
  assert.equal(said(/group banyan:member-admins is not bound to cluster-admin/), 1);

  const before = await read(DEPLOYER_SECRET);
  await clock.advance(LIFETIME_MS / 4);
  assert.equal((await read(DEPLOYER_SECRET)).metadata.resourceVersion, before.metadata.resourceVersion);
  await clock.advance(LIFETIME_MS / 2);
  await eventually(
    'renewed',
    async () => (await read(DEPLOYER_SECRET)).data?.['token'] !== before.data?.['token'],
  );
  stop.abort();
  await keeping;

  const stopPull = new AbortController();
  const pulling = keepAccess(access('Pull'), stopPull.signal);
  await eventually('taken back', () => read(DEPLOYER_SECRET).then(() => false, isNotFound));
  assert.notEqual((await read(GATEWAY_SECRET)).data?.['token'], undefined);
  stopPull.abort();
  await pulling;
});
