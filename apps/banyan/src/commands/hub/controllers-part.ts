import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { SYSTEM_NAMESPACE } from '@banyan/api/clusternet';
import { controllerMetrics, LeaderElector, type Logger, type MetricsRegistry } from '@banyan/controller';
import type { KubeClient } from '@banyan/kube';
import { MembershipControllers } from '@banyan/membership';
import { gatesFlag } from '../program/gates-flag.ts';
import type { HubFlags } from './hub-flags.ts';

const LEASE = 'banyan-hub-controllers';

export interface ControllersPartOptions {
  readonly hubClient: KubeClient;
  readonly flags: HubFlags;
  /** PEM: of the gateway, for agents that connect to it directly. */
  readonly tunnelCa: string | undefined;
  /** Whether nobody else signs `cluster-info`, and this hub may. */
  readonly signsClusterInfo: boolean;
  readonly registry: MetricsRegistry;
  readonly logger: Logger;
}

/** The controllers of one replica, which work while it is the leader. */
export class ControllersPart {
  readonly #options: ControllersPartOptions;
  readonly #elector: LeaderElector;
  #controllers: MembershipControllers | undefined;

  constructor(options: ControllersPartOptions) {
    const { hubClient, logger } = options;
    this.#options = options;
    this.#elector = new LeaderElector({
      client: hubClient,
      namespace: SYSTEM_NAMESPACE,
      name: LEASE,
      identity: `${hostname()}_${randomUUID()}`,
      logger,
    });
  }

  /** What keeps it from working, in words. A replica that waits for its turn is well. */
  problem(): string | undefined {
    return this.#controllers?.started === false ? 'not started yet' : undefined;
  }

  /** Competes and works until the signal aborts. A term that failed is followed by another. */
  async run(signal: AbortSignal): Promise<void> {
    const { hubClient, flags, signsClusterInfo, registry, logger } = this.#options;
    const { approve, agentTokenLifetimeMs, advertiseUrl } = flags;
    const leading = registry.gauge({
      name: 'banyan_hub_leading',
      help: '1: the controllers of this replica work; 0: those of another do.',
    });
    const metrics = controllerMetrics(registry);
    const gates = gatesFlag(flags.featureGates);
    const advertised = {
      ...(advertiseUrl !== undefined && { server: advertiseUrl }),
      ...(await advertisedCa(this.#options)),
    };
    leading.set(0);
    const lead = async (termSignal: AbortSignal): Promise<void> => {
      leading.set(1);
      this.#controllers = new MembershipControllers({
        hubClient,
        approve,
        agentTokenLifetimeMs,
        gates,
        heartbeat: flags.heartbeat,
        advertised,
        signsClusterInfo,
        publishesClusterInfo: true,
        env: process.env,
        logger,
        metrics,
      });
      try {
        await this.#controllers.run(termSignal);
      } finally {
        this.#controllers = undefined;
        leading.set(0);
      }
    };
    while (!signal.aborted) {
      try {
        await this.#elector.run(signal, lead);
      } catch (err) {
        logger.error({ err }, 'the controllers failed; they are started again');
      }
    }
  }
}

/** Agents trust what they are told here: the parent's API server and, if they go there, the gateway. */
async function advertisedCa({ hubClient, tunnelCa }: ControllersPartOptions): Promise<{ ca?: string }> {
  const { ca } = hubClient.connection;
  const parentCa = typeof ca === 'function' ? await ca() : ca;
  return tunnelCa === undefined || parentCa === undefined ? {} : { ca: `${parentCa.trim()}\n${tunnelCa}` };
}
