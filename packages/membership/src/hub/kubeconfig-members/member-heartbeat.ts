import type { ManagedCluster } from '@banyan/api/clusternet';
import type { Clock } from '@banyan/controller';
import { KubeClient, KubeError } from '@banyan/kube';
import { StatusCollector, type CollectedStatus } from '../../heartbeat/collect-status.ts';
import { StatusReporter } from '../../heartbeat/report-status.ts';
import { clusterIdOf, type DirectAccess } from './member-connection.ts';

/** Of the question who the member is: a heartbeat that hangs says nothing. */
const IDENTITY_TIMEOUT_MS = 10_000;

export interface HeartbeatSettings {
  /** The record is written at least this often. */
  readonly periodMs: number;
  readonly labelPrefixes: readonly string[];
  readonly labelThreshold: number;
  readonly clock: Clock;
  readonly random: () => number;
}

/** The heartbeat of one member, done by the hub; as long as its kubeconfig is the same. */
export class MemberHeartbeat {
  readonly version: string;
  readonly #memberClient: KubeClient;
  readonly #collector: StatusCollector;
  readonly #reporter: StatusReporter;
  readonly #clusterId: string;

  constructor(
    hubClient: KubeClient,
    member: ManagedCluster,
    access: DirectAccess,
    settings: HeartbeatSettings,
  ) {
    const { clock, labelPrefixes, labelThreshold, periodMs } = settings;
    this.version = access.version;
    this.#clusterId = member.spec.clusterId;
    this.#memberClient = new KubeClient(access.connection, { userAgent: 'banyan-hub', maxConnections: 4 });
    this.#collector = new StatusCollector({
      memberClient: this.#memberClient,
      facts: {
        appPusher: true,
        useSocket: false,
        heartbeatFrequencySeconds: Math.round(periodMs / 1000),
        predictorEnabled: false,
        predictorDirectAccess: false,
      },
      labels: { prefixes: labelPrefixes, threshold: labelThreshold },
      clock,
    });
    this.#reporter = memberReporter(hubClient, member, settings);
  }

  /** Looks at the member and tells the hub. False: it is not well. Throws only what the hub says. */
  async beat(signal: AbortSignal): Promise<boolean> {
    const problem = await this.#identityProblem(signal);
    const collected = problem ?? (await this.#collector.collect(signal));
    await this.#reporter.report(collected, signal);
    return collected.ready.status === 'True';
  }

  async close(): Promise<void> {
    await this.#collector.close();
    await this.#memberClient.close();
  }

  /** A kubeconfig can be replaced by that of another cluster, or no longer be let in. */
  async #identityProblem(signal: AbortSignal): Promise<CollectedStatus | undefined> {
    try {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(IDENTITY_TIMEOUT_MS)]);
      const clusterId = await clusterIdOf(this.#memberClient, limit);
      if (clusterId === this.#clusterId) return undefined;
      return unwell('ClusterIdMismatch', `the kubeconfig leads to another cluster, ${clusterId}`);
    } catch (error) {
      signal.throwIfAborted();
      return unwell(
        'ClusterUnreachable',
        error instanceof KubeError ? error.message : 'its API server cannot be asked',
      );
    }
  }
}

export function memberReporter(
  hubClient: KubeClient,
  { metadata: { namespace = '', name = '' } }: ManagedCluster,
  { periodMs, labelPrefixes, clock, random }: HeartbeatSettings,
): StatusReporter {
  return new StatusReporter({ hubClient, namespace, name, periodMs, labelPrefixes, clock, random });
}

/** What is told of a member that could not be asked. */
export function unwell(reason: string, message: string): CollectedStatus {
  return {
    fields: { healthz: false, livez: false, readyz: false },
    ready: { type: 'Ready', status: 'False', reason, message: message.slice(0, 1024) },
    labels: undefined,
  };
}
