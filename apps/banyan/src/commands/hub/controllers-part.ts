import { runTogether, type ControllerMetrics, type Logger } from '@banyan/controller';
import { drainMember, runDistribution } from '@banyan/distribution';
import type { KubeClient, SharedCaches } from '@banyan/kube';
import { MembershipControllers } from '@banyan/membership';
import { gatesFlag } from '../program/gates-flag.ts';
import type { HubFlags } from './hub-flags.ts';

export interface ControllersPartOptions {
  readonly hubClient: KubeClient;
  /** Of the parent; they stay open. */
  readonly hubCaches: SharedCaches;
  readonly flags: HubFlags;
  /** PEM: of the gateway, for agents that connect to it directly. */
  readonly tunnelCa: string | undefined;
  /** Whether nobody else signs `cluster-info`, and this hub may. */
  readonly signsClusterInfo: boolean;
  readonly metrics: ControllerMetrics;
  readonly logger: Logger;
}

/** Membership, and the rendering of works, while this replica leads. */
export class ControllersPart {
  readonly #options: ControllersPartOptions;
  #membership: MembershipControllers | undefined;
  #isRendering = true;

  constructor(options: ControllersPartOptions) {
    this.#options = options;
  }

  /** What keeps it from working, in words. A replica that waits for its turn is well. */
  problem(): string | undefined {
    const isReady = this.#membership?.started !== false && this.#isRendering;
    return isReady ? undefined : 'not started yet';
  }

  /** One term. */
  async lead(signal: AbortSignal): Promise<void> {
    const gates = gatesFlag(this.#options.flags.featureGates);
    const membership = await this.#membershipControllers();
    this.#membership = membership;
    this.#isRendering = !gates.Deployer;
    const render = (together: AbortSignal) => this.#render(gates.FeedInUseProtection, together);
    const join = (together: AbortSignal) => membership.run(together);
    try {
      await runTogether(gates.Deployer ? [join, render] : [join], signal);
    } finally {
      this.#membership = undefined;
      this.#isRendering = true;
    }
  }

  async #membershipControllers(): Promise<MembershipControllers> {
    const { hubClient, hubCaches, flags, signsClusterInfo, logger, metrics } = this.#options;
    const { approve, agentTokenLifetimeMs, advertiseUrl, heartbeat } = flags;
    const gates = gatesFlag(flags.featureGates);
    const advertised = {
      ...(advertiseUrl !== undefined && { server: advertiseUrl }),
      ...(await advertisedCa(this.#options)),
    };
    return new MembershipControllers({
      hubClient,
      hubCaches,
      approve,
      agentTokenLifetimeMs,
      gates,
      heartbeat,
      advertised,
      signsClusterInfo,
      publishesClusterInfo: true,
      ...(gates.Deployer && { drainMember: drainMember(hubClient) }),
      env: process.env,
      logger,
      metrics,
    });
  }

  async #render(protectsFeeds: boolean, signal: AbortSignal): Promise<void> {
    const { hubClient, hubCaches: caches, logger, metrics } = this.#options;
    const options = { protectsFeeds, onStarted: () => void (this.#isRendering = true) };
    await runDistribution({ hubClient, caches, options, logger, metrics, signal });
  }
}

/** Agents trust what they are told here: the parent's API server and, if they go there, the gateway. */
async function advertisedCa({ hubClient, tunnelCa }: ControllersPartOptions): Promise<{ ca?: string }> {
  const { ca } = hubClient.connection;
  const parentCa = typeof ca === 'function' ? await ca() : ca;
  return tunnelCa === undefined || parentCa === undefined ? {} : { ca: `${parentCa.trim()}\n${tunnelCa}` };
}
