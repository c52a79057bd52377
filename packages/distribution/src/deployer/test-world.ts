import type { TestContext } from 'node:test';
import type { KubeObject } from '@banyan/api';
import { DESCRIPTIONS, MANAGED_CLUSTERS, type Description } from '@banyan/api/clusternet';
import { isNotFound, SharedCaches, type KubeClient } from '@banyan/kube';
import { Deployer } from './deployer.ts';
import type { DeployerOptions } from './deployer-options.ts';
import type { DeployMembers, MemberState } from './members/deploy-members.ts';
import { installDefinitions, startTestCluster, type TestCluster } from './test-clusters.ts';
import { CONFIG_MAPS, descriptionOf, HUB_ID, managedCluster, NAMESPACES } from './test-objects.ts';

export const MEMBER = 'clusternet-m';

export interface TestWorld {
  readonly hub: TestCluster;
  readonly member: TestCluster;
  /** Says whose the member is. */
  readonly members: SettableMembers;
  /** Creates or replaces the Description of this name. */
  readonly describe: (
    name: string,
    objects: readonly KubeObject[],
    annotations?: Record<string, string>,
  ) => Promise<Description>;
  readonly description: (name: string) => Promise<Description | undefined>;
  readonly endDescription: (name: string) => Promise<void>;
  /** The ConfigMaps of ours in the member, by name. */
  readonly configMaps: () => Promise<Record<string, Record<string, string>>>;
}

export interface SettableMembers extends DeployMembers {
  readonly set: (namespace: string, state: MemberState) => void;
}

/** A hub and a member, and a Deployer between them that ends with the test. */
export async function startTestWorld(
  t: TestContext,
  options: Partial<DeployerOptions> = {},
): Promise<TestWorld> {
  const world = await startIdleWorld(t);
  await startDeployer(t, world, options);
  return world;
}

/** Without a Deployer. */
export async function startIdleWorld(t: TestContext): Promise<TestWorld> {
  const world = await startUnjoinedWorld(t);
  await world.hub.direct.create(MANAGED_CLUSTERS, managedCluster(MEMBER));
  return world;
}

/** Without a Deployer, and the hub does not know the member. */
export async function startUnjoinedWorld(t: TestContext): Promise<TestWorld> {
  const hub = await startTestCluster(t, 'hub');
  const member = await startTestCluster(t, 'member');
  await installDefinitions(hub.direct);
  await hub.direct.create(NAMESPACES, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: MEMBER } });
  const members = settableMembers();
  members.set(MEMBER, { kind: 'ours', memberClient: member.client });
  return { hub, member, members, ...accessOf(hub.direct, member.direct) };
}

/** Another one; the answer stops it and waits until it has. */
export async function startDeployer(
  t: TestContext,
  { hub, members }: Pick<TestWorld, 'hub' | 'members'>,
  { learnsHubId = false, ...options }: Partial<DeployerOptions> & { readonly learnsHubId?: boolean } = {},
): Promise<() => Promise<void>> {
  const hubClient = options.hubClient ?? hub.newClient();
  const hubCaches = new SharedCaches({ client: hubClient });
  const deployer = new Deployer({
    hubClient,
    hubCaches,
    members,
    ...(!learnsHubId && { hubId: HUB_ID }),
    ...options,
  });
  const end = new AbortController();
  const running = deployer.run(end.signal);
  const stop = async (): Promise<void> => {
    end.abort();
    await running;
    await hubCaches.close();
  };
  t.after(stop);
  return stop;
}

export function settableMembers(): SettableMembers {
  const states = new Map<string, MemberState>();
  const listeners = new Set<(namespace: string) => void>();
  return {
    stateOf: (namespace) => states.get(namespace) ?? { kind: 'others' },
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    waitForSync: () => Promise.resolve(),
    close: () => Promise.resolve(),
    set: (namespace, state) => {
      states.set(namespace, state);
      for (const listener of listeners) listener(namespace);
    },
  };
}

function accessOf(hubClient: KubeClient, memberClient: KubeClient) {
  const description = async (name: string): Promise<Description | undefined> => {
    try {
      return await hubClient.get<Description>(DESCRIPTIONS, { namespace: MEMBER, name });
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  };
  return {
    description,
    describe: async (
      name: string,
      objects: readonly KubeObject[],
      annotations: Record<string, string> = {},
    ) => {
      const wanted = descriptionOf({ namespace: MEMBER, name }, objects, annotations);
      return hubClient.apply<Description>(DESCRIPTIONS, wanted, { fieldManager: 'pipeline', force: true });
    },
    endDescription: async (name: string) => {
      await hubClient.delete(DESCRIPTIONS, { namespace: MEMBER, name });
    },
    configMaps: async () => {
      const { items } = await memberClient.list(CONFIG_MAPS, { labelSelector: `banyan.dev/owned=${HUB_ID}` });
      return Object.fromEntries(
        items.map(({ metadata, data }) => [metadata.name ?? '', (data ?? {}) as Record<string, string>]),
      );
    },
  };
}
