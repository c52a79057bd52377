import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { SYSTEM_NAMESPACE } from '@banyan/api/clusternet';
import { LeaderElector, type Gauge, type LeaseTimes, type Logger } from '@banyan/controller';
import type { KubeClient } from '@banyan/kube';
import { keepTrying } from '../program/keep-trying.ts';

export interface LedPartOptions {
  readonly leaseClient: KubeClient;
  /** Among the replicas of the hub; its Lease is `banyan-hub-<name>`. */
  readonly name: string;
  readonly times: LeaseTimes;
  /** One term, until the signal aborts or it cannot go on. */
  readonly lead: (signal: AbortSignal) => Promise<void>;
  /** By part. */
  readonly leading: Gauge;
  readonly logger: Logger;
}

/** What only one replica may do at a time. */
export class LedPart {
  readonly #options: LedPartOptions;
  readonly #elector: LeaderElector;

  constructor(options: LedPartOptions) {
    const { leaseClient: client, name, times, logger } = options;
    this.#options = options;
    this.#elector = new LeaderElector({
      client,
      namespace: SYSTEM_NAMESPACE,
      name: `banyan-hub-${name}`,
      times,
      identity: `${hostname()}_${randomUUID()}`,
      logger,
    });
  }

  /** Competes and works until the signal aborts. A term that failed is followed by another. */
  async run(signal: AbortSignal): Promise<void> {
    const { name, lead, leading, logger } = this.#options;
    leading.set(0, { part: name });
    const term = async (termSignal: AbortSignal): Promise<void> => {
      leading.set(1, { part: name });
      try {
        await lead(termSignal);
      } finally {
        leading.set(0, { part: name });
      }
    };
    await keepTrying(name, () => this.#elector.run(signal, term), { logger, signal });
  }
}
