import type { KubeObject } from '@banyan/api';
import { OWNED_LABEL } from '@banyan/api/banyan';
import { OWNED_BY_DESCRIPTION_ANNOTATION } from '@banyan/api/clusternet';
import { inParallel } from '../in-parallel.ts';
import { deployment, DEPLOYMENTS } from './intents.ts';
import type { StageMember } from './stage.ts';

/** As many as the deployer has on their way. */
const WIDTH = 64;

/** The i-th of the bare loop: what the deployer would apply, marks and all. */
export function rawObject(namespace: string, name: string): KubeObject {
  const object = deployment(namespace, name);
  const { labels, ...metadata } = object.metadata;
  return {
    ...object,
    metadata: {
      ...metadata,
      labels: { ...labels, [OWNED_LABEL]: 'someone-else' },
      annotations: { [OWNED_BY_DESCRIPTION_ANNOTATION]: `clusternet-m0.${name}-generic` },
    },
  };
}

/** The least that can be done: every object applied once, with the same client and as many at once. */
export async function rawLoop(
  members: readonly StageMember[],
  namespace: string,
  perMember: number,
): Promise<void> {
  const works = members.length * perMember;
  await inParallel(works, WIDTH, async (i) => {
    const object = rawObject(namespace, `${namespace}-${Math.floor(i / members.length)}`);
    await members[i % members.length]?.client.apply(DEPLOYMENTS, object, {
      fieldManager: 'bench',
      force: true,
    });
  });
}
