import assert from 'node:assert/strict';
import { eventually } from '@banyan/testing';
import type { MemberFleet } from './member-fleet.ts';

const USER = 'ada';
const ADMINISTRATOR = 'grace';
/** What the API server says to someone who has no right on the way. */
const REFUSED = /Forbidden.*sockets/s;

/** The hub's RBAC decides who comes to a member, the member's what he may do there; both at once. */
export async function grantAndRevoke(fleet: MemberFleet, name: string): Promise<void> {
  const { hub, members } = fleet.target;
  const own = await fleet.target.kubeconfigOf(USER);
  const onHub = (...args: string[]) => fleet.kubectlDone(hub.kubeconfig, ...args);
  const bind = (binding: string, role: string) =>
    onHub('create', 'clusterrolebinding', binding, `--clusterrole=${role}`, `--user=${USER}`);
  const mayList = ['--verb=get,list', '--resource=managedclusters.clusters.clusternet.io'];
  await onHub('create', 'clusterrole', 'list-members', ...mayList);
  await bind('ada-lists', 'list-members');
  const through = await fleet.through(name, own);
  const words = async () => (await fleet.kubectl(through, 'get', 'pods')).stderr;
  assert.match(await words(), REFUSED);

  await bind('ada', 'banyan:member-user');
  await eventually('the hub lets her through', async () => /cannot list resource "pods"/.test(await words()));
  const view = ['create', 'rolebinding', USER, '--clusterrole=view', `--user=${USER}`];
  await fleet.kubectlDone(members[0].kubeconfig, ...view);
  const pods = async () => (await fleet.kubectl(through, 'get', 'pods', '-o', 'name')).stdout;
  await eventually('she sees pods', async () => /^pod\/web-/m.test(await pods()));
  assert.match((await fleet.kubectl(through, 'delete', 'deployment', 'web')).stderr, /Forbidden/);

  await onHub('delete', 'clusterrolebinding', 'ada');
  await eventually('the hub refuses her', async () => REFUSED.test(await words()));
}

/** Someone without any right in the member itself. */
export async function administer(fleet: MemberFleet, name: string): Promise<void> {
  const own = await fleet.target.kubeconfigOf(ADMINISTRATOR);
  const binding = ['--clusterrole=banyan:member-administrator', `--user=${ADMINISTRATOR}`];
  await fleet.kubectlDone(
    fleet.target.hub.kubeconfig,
    'create',
    'clusterrolebinding',
    ADMINISTRATOR,
    ...binding,
  );
  const through = await fleet.through(name, own);
  const mayDelete = async () =>
    (await fleet.kubectl(through, 'auth', 'can-i', 'delete', 'nodes')).stdout.trim() === 'yes';
  await eventually('she administers the member', mayDelete);
}
