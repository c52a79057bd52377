import type { StageMember } from './stage.ts';
import { DEPLOYMENTS } from './intents.ts';

/** Sees Deployments of one namespace come up in members. */
export interface DeploymentWatch {
  /** Resolves to the moment, by `performance.now()`, at which the member showed it. */
  readonly seen: (member: string, name: string) => Promise<number>;
  readonly stop: () => Promise<void>;
}

export async function watchDeployments(
  members: readonly StageMember[],
  namespace: string,
): Promise<DeploymentWatch> {
  const sights = new Map<string, PromiseWithResolvers<number>>();
  const sightOf = (key: string): PromiseWithResolvers<number> => {
    const sight = sights.get(key) ?? Promise.withResolvers<number>();
    sights.set(key, sight);
    return sight;
  };
  const stopping = new AbortController();
  const { signal } = stopping;
  const follow = async ({ name: member, client }: StageMember, resourceVersion: string): Promise<void> => {
    try {
      const options = { namespace, resourceVersion, metadataOnly: true, signal };
      for await (const { type, object } of client.watch(DEPLOYMENTS, options)) {
        if (type === 'ADDED') sightOf(`${member}/${object.metadata.name ?? ''}`).resolve(performance.now());
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  };
  const watches = await Promise.all(
    members.map(async (member) => {
      const { metadata } = await member.client.list(DEPLOYMENTS, { namespace, limit: 1, metadataOnly: true });
      return { member, resourceVersion: metadata.resourceVersion ?? '' };
    }),
  );
  const running = watches.map(({ member, resourceVersion }) => follow(member, resourceVersion));
  return {
    seen: (member, name) => sightOf(`${member}/${name}`).promise,
    stop: async () => {
      stopping.abort();
      await Promise.all(running);
    },
  };
}
