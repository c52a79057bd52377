import assert from 'node:assert/strict';
import { eventually } from '@banyan/testing';
import type { ObservedServer } from './banyan-server.ts';
import type { MemberFleet } from './member-fleet.ts';

const NAMESPACES = { group: '', version: 'v1', resource: 'namespaces' };
const CLUSTER_ROLES = { group: 'rbac.authorization.k8s.io', version: 'v1', resource: 'clusterroles' };
const CLUSTER_ROLE_BINDINGS = { ...CLUSTER_ROLES, resource: 'clusterrolebindings' };
const REQUESTS = {
  group: 'clusters.clusternet.io',
  version: 'v1beta1',
  resource: 'clusterregistrationrequests',
};

/** The agent goes, the member leaves, and nothing of it stays in the hub. */
export async function leave(fleet: MemberFleet, name: string, agent?: ObservedServer): Promise<void> {
  const id = await idOf(fleet, name);
  await agent?.stop();
  await fleet.hub('unjoin', name, '--forget');
  assert.doesNotMatch(await fleet.hub('clusters', '-o', 'name'), new RegExp(`^${name}$`, 'm'));
  await eventually(
    'nothing of it is left in the hub',
    async () => (await leftOf(fleet, name, id)).length === 0,
  );
}

/** The same cluster under the same name: it comes as if it had never been there. */
export async function joinAgain(fleet: MemberFleet, name: string): Promise<ObservedServer> {
  const agent = await fleet.joinWithAgent(name, fleet.target.members[0]);
  await eventually('it is ready', () => fleet.isListedReady(name));
  const through = await fleet.through(name);
  await eventually('it is reached', () => fleet.isReached(through));
  return agent;
}

/** A member without an agent; it goes away and comes back, and nobody else is troubled. */
export async function joinByKubeconfig(fleet: MemberFleet, name: string, other: string): Promise<void> {
  const member = fleet.target.members[1];
  const hub = ['--hub-kubeconfig', fleet.target.hub.kubeconfig];
  await fleet.done('join', name, '--kubeconfig', member.kubeconfig, ...hub);
  const wide = await fleet.hub('clusters', name, '-o', 'wide');
  assert.match(wide, / Push +v1\S+ +True +2\/2 +\S+ +kubeconfig /);
  const through = await fleet.through(name);
  await eventually('it is reached', () => fleet.isReached(through));
  await member.killApiServer();
  await eventually('it is shown as not ready', async () => !(await fleet.isListedReady(name)));
  const toOther = await fleet.through(other);
  await eventually('the other is reached all the same', () => fleet.isReached(toOther));
  await member.startApiServer();
  await eventually('it is ready again', () => fleet.isListedReady(name));
  await eventually('it is reached again', () => fleet.isReached(through));
}

export async function idOf(fleet: MemberFleet, name: string): Promise<string> {
  return (await fleet.memberNamed(name))?.spec?.clusterId ?? '';
}

async function leftOf(fleet: MemberFleet, name: string, id: string): Promise<string[]> {
  const kinds = [NAMESPACES, CLUSTER_ROLES, CLUSTER_ROLE_BINDINGS, REQUESTS];
  const lists = await Promise.all(kinds.map((kind) => fleet.hubClient.list(kind)));
  const names = lists.flatMap(({ items }) => items.map(({ metadata }) => metadata.name ?? ''));
  return names.filter((one) => one === `clusternet-${name}` || one.includes(id));
}
