import { join } from 'node:path';
import type { SyncMode } from '@banyan/api/clusternet';
import type { KubeClient } from '@banyan/kube';
import type { ObservedServer } from '../members/banyan-server.ts';
import { MemberFleet } from '../members/member-fleet.ts';
import type { PlannedMember } from './fault-plan.ts';
import { patiently } from './patiently.ts';
import { Person } from './person.ts';
import type { TroubledCluster, TroubledTarget } from './troubled-target.ts';

/** Nobody waits fifteen seconds for the turn of someone who was killed. */
const QUICK_TURNS = [
  '--leader-elect-lease-duration=6s',
  '--leader-elect-renew-deadline=5s',
  '--leader-elect-retry-period=500ms',
];

export const MEMBERS: readonly PlannedMember[] = [
  { name: 'berlin', hasAgent: true, mode: 'Dual', ring: 'a', isAnchor: true },
  { name: 'oslo', hasAgent: true, mode: 'Pull', ring: 'b', isAnchor: true },
  { name: 'lima', hasAgent: true, mode: 'Push', ring: 'a', isAnchor: false },
  { name: 'kyoto', hasAgent: true, mode: 'Pull', ring: 'b', isAnchor: false },
  { name: 'perth', hasAgent: false, mode: 'Push', ring: 'b', isAnchor: false },
];

export interface WorldMember {
  readonly name: string;
  readonly cluster: TroubledCluster;
  readonly memberClient: KubeClient;
  /** The one that runs now. */
  agent: ObservedServer | undefined;
}

/** A hub with five members: pushed to, pulling, and without an agent. */
export class FaultWorld {
  readonly target: TroubledTarget;
  readonly fleet: MemberFleet;
  readonly members: ReadonlyMap<string, WorldMember>;
  /** Replicas. */
  readonly hubs: readonly ObservedServer[];
  readonly person: Person;

  private constructor(parts: Pick<FaultWorld, 'target' | 'fleet' | 'members' | 'hubs' | 'person'>) {
    this.target = parts.target;
    this.fleet = parts.fleet;
    this.members = parts.members;
    this.hubs = parts.hubs;
    this.person = parts.person;
  }

  /** Resolves when all members are ready. */
  static async start(startTarget: () => Promise<TroubledTarget>, replicas = 1): Promise<FaultWorld> {
    const target = await startTarget();
    const fleet = await MemberFleet.of(target);
    try {
      const hubs: ObservedServer[] = [];
      for (let i = 1; i <= replicas; i += 1) hubs.push(await fleet.startHub(`hub-${i}`, QUICK_TURNS));
      const joined = MEMBERS.map((member, i) => joinAs(fleet, member, target.members[i] ?? target.hub));
      const members = new Map((await Promise.all(joined)).map((member) => [member.name, member]));
      const file = join(fleet.dir, 'templates.kubeconfig');
      await fleet.hub('kubeconfig', '--templates', '-o', file);
      const person = new Person(fleet.hubClient, await fleet.clientOf({ kubeconfig: file }));
      for (const { name } of MEMBERS) await patiently(`${name} is ready`, () => fleet.isListedReady(name));
      return new FaultWorld({ target, fleet, members, hubs, person });
    } catch (error) {
      await fleet.stop();
      throw error;
    }
  }

  member(name: string): WorldMember {
    const member = this.members.get(name);
    if (member === undefined) throw new Error(`there is no member ${name}`);
    return member;
  }

  /** By another agent, as when its Deployment is changed. */
  async switchMode(name: string, mode: SyncMode): Promise<void> {
    const member = this.member(name);
    await member.agent?.stop();
    member.agent = await this.fleet.startAgent(name, member.cluster, agentFlags(mode));
  }

  /** Resolves when controllers and scheduler work, each in one replica. */
  async hubLeads(): Promise<void> {
    await patiently('the hub leads', async () => {
      const leading = await Promise.all(this.hubs.map((hub) => hub.metric('banyan_hub_leading')));
      return leading.reduce((sum, one) => sum + one, 0) === 2;
    });
  }

  async stop(): Promise<void> {
    await this.fleet.stop();
  }
}

function agentFlags(mode: SyncMode): string[] {
  return [`--cluster-sync-mode=${mode}`, ...QUICK_TURNS];
}

async function joinAs(
  fleet: MemberFleet,
  { name, hasAgent, mode }: PlannedMember,
  cluster: TroubledCluster,
): Promise<WorldMember> {
  const memberClient = await fleet.clientOf(cluster);
  if (hasAgent) {
    const agent = await fleet.joinWithAgent(name, cluster, agentFlags(mode));
    return { name, cluster, memberClient, agent };
  }
  const hub = ['--hub-kubeconfig', fleet.target.hub.kubeconfig];
  await fleet.done('join', name, '--kubeconfig', cluster.kubeconfig, ...hub);
  return { name, cluster, memberClient, agent: undefined };
}
