import { OWNED_LABEL } from '@banyan/api/banyan';
import { isNotFound, type KubeClient } from '@banyan/kube';
import { STEPS_AWAY, type Fault } from './fault-plan.ts';
import type { FaultWorld, WorldMember } from './fault-world.ts';
import { NAMESPACE } from './wished-template.ts';

/** What is wrong now, and how it is mended. */
export interface Trouble {
  /** How many more steps it lasts. */
  readonly steps: number;
  readonly mend: () => Promise<void>;
  /** After the process that played it was killed and started again. */
  readonly renew?: () => Promise<void>;
}

const CONFIG_MAPS = { group: '', version: 'v1', resource: 'configmaps' };

/** Lets something go wrong. What was killed is running again when this resolves; what lasts longer is answered. */
export async function strike(world: FaultWorld, fault: Fault): Promise<Trouble | undefined> {
  const { target, hubs } = world;
  switch (fault.what) {
    case 'hub-killed': {
      const hub = hubs[fault.replica % hubs.length];
      await hub?.kill();
      await hub?.start();
      return undefined;
    }
    case 'hub-api-killed':
      await target.hub.killApiServer();
      await target.hub.startApiServer();
      return undefined;
    case 'hub-cut':
      await target.hub.cut();
      await target.hub.heal();
      return undefined;
    case 'hub-storm':
      await target.hub.storm(fault.status);
      return { steps: 0, mend: () => target.hub.heal() };
    case 'mode-switched':
      await world.switchMode(fault.member, fault.mode);
      return undefined;
    default:
      return strikeMember(world.member(fault.member), fault);
  }
}

type MemberFault = Extract<Fault, { what: `member-${string}` | 'agent-killed' }>;

async function strikeMember(
  { agent, cluster, memberClient }: WorldMember,
  fault: MemberFault,
): Promise<Trouble | undefined> {
  switch (fault.what) {
    case 'agent-killed':
      await agent?.kill();
      await agent?.start();
      return undefined;
    case 'member-api-killed':
      await cluster.killApiServer();
      await cluster.startApiServer();
      return undefined;
    case 'member-cut':
      await cluster.cut();
      await cluster.heal();
      return undefined;
    case 'member-away':
      await cluster.cut();
      return { steps: STEPS_AWAY, mend: () => cluster.heal(), renew: () => cluster.cut() };
    case 'member-storm':
      await cluster.storm(fault.status);
      return { steps: 0, mend: () => cluster.heal() };
    case 'member-meddled':
      await meddle(memberClient, fault.deletes);
      return undefined;
  }
}

/** Someone has a look at what is ours in a member, and cannot leave it alone. */
async function meddle(memberClient: KubeClient, deletes: boolean): Promise<void> {
  const { items } = await memberClient.list(CONFIG_MAPS, {
    namespace: NAMESPACE,
    labelSelector: OWNED_LABEL,
  });
  for (const { metadata } of items.slice(0, 2)) {
    const place = { namespace: NAMESPACE, name: metadata.name ?? '' };
    const body = { data: { text: 'meddled with' } };
    const meddling = deletes
      ? memberClient.delete(CONFIG_MAPS, place)
      : memberClient.patch(CONFIG_MAPS, place, { type: 'merge', body });
    await meddling.catch((error: unknown) => {
      // It went by itself meanwhile.
      if (!isNotFound(error)) throw error;
    });
  }
}
