import {
  EventRecorder,
  runTogether,
  type ControllerMetrics,
  type LeaseTimes,
  type Logger,
} from '@banyan/controller';
import { Deployer, HubDeployMembers, type DialMember } from '@banyan/distribution';
import type { KubeClient, SharedCaches } from '@banyan/kube';
import { ShardedMembers } from './sharded-members.ts';

export interface PushPartOptions {
  readonly hubClient: KubeClient;
  readonly leaseClient: KubeClient;
  readonly hubCaches: SharedCaches;
  /** Into the networks of members with an agent. */
  readonly dial: DialMember;
  /** Of the Leases by which replicas share the members. */
  readonly times: LeaseTimes;
  readonly logger: Logger;
  readonly metrics: ControllerMetrics;
}

const NAMESPACES = { group: '', version: 'v1', resource: 'namespaces' };

/** Deploys to members that the hub pushes to; replicas share them. */
export class PushPart {
  readonly #options: PushPartOptions;
  #deployer: Deployer | undefined;

  constructor(options: PushPartOptions) {
    this.#options = options;
  }

  get started(): boolean {
    return this.#deployer?.started === true;
  }

  /** Works until the signal aborts. Rejects if it cannot begin, or cannot go on. */
  async run(signal: AbortSignal): Promise<void> {
    const { hubClient, leaseClient, hubCaches, dial, times, logger, metrics } = this.#options;
    const { metadata } = await hubClient.get(NAMESPACES, { name: 'kube-system' }, { signal });
    const shards = new ShardedMembers({ leaseClient, times, logger });
    const events = new EventRecorder({ client: hubClient, component: 'banyan-deployer', logger });
    const members = new HubDeployMembers({ hubCaches, dial, env: process.env, shards });
    const hubId = metadata.uid ?? '';
    const deployer = new Deployer({ hubClient, hubCaches, hubId, members, events, logger, metrics });
    this.#deployer = deployer;
    const deploy = (together: AbortSignal) => deployer.run(together);
    const share = (together: AbortSignal) => shards.run(together);
    try {
      await runTogether([deploy, share], signal);
    } finally {
      this.#deployer = undefined;
      await members.close();
      await events.close();
    }
  }
}
