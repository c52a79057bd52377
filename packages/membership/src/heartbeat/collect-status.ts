import type { KubeObject } from '@banyan/api';
import type { ManagedClusterStatus } from '@banyan/api/clusternet';
import type { Node } from '@banyan/api/objects';
import type { Clock } from '@banyan/controller';
import { SharedCaches, type CacheLease, type KubeClient } from '@banyan/kube';
import { aggregateLabels, type LabelAggregation } from './aggregate-labels.ts';
import { readCidrs, type ClusterCidrs } from './cluster-cidrs.ts';
import { readHealth } from './cluster-health.ts';
import { readUsage, type ClusterUsage } from './cluster-usage.ts';
import { countNodes, sumResources } from './node-summary.ts';
import { RereadFact } from './reread-fact.ts';
import { readyVerdict, type ConditionVerdict } from './ready-condition.ts';

const NODES = { group: '', version: 'v1', resource: 'nodes' };
/** Of one question to the member: a heartbeat that hangs says nothing. */
const TIMEOUT_MS = 10_000;
/** Flags of a control plane change with its restart: often enough to be noticed the same day. */
const CIDRS_EVERY_MS = 600_000;
/** Counting pods asks for all of their names: not at every collection. */
const USAGE_EVERY_MS = 60_000;

/** What is the same in every heartbeat: it is said by whoever sends it. */
type ReporterFacts = Pick<
  ManagedClusterStatus,
  'agentVersion' | 'appPusher' | 'useSocket' | 'kubeQPS' | 'kubeBurst' | 'heartbeatFrequencySeconds'
> &
  Pick<ManagedClusterStatus, 'predictorEnabled' | 'predictorAddress' | 'predictorDirectAccess'>;

export interface StatusCollectorOptions {
  readonly memberClient: KubeClient;
  readonly facts: ReporterFacts;
  readonly labels: LabelAggregation;
  /** Where the member's control plane does not say it. */
  readonly cidrs?: ClusterCidrs;
  /** Ask metrics.k8s.io, and count pods. Default false. */
  readonly usesMetrics?: boolean;
  readonly clock: Clock;
  /** What could not be read; the rest is reported all the same. */
  readonly onTrouble?: (error: unknown) => void;
}

export interface CollectedStatus {
  /** A field that is not there keeps its value in the hub; one that is undefined is to go. */
  readonly fields: ManagedClusterStatus;
  readonly ready: ConditionVerdict;
  /** Undefined as long as the nodes are not known. */
  readonly labels: Readonly<Record<string, string>> | undefined;
}

/** Reads a member's state. The nodes are watched from the first `collect` to `close`. */
export class StatusCollector {
  readonly #options: StatusCollectorOptions;
  readonly #cidrs: RereadFact<ClusterCidrs>;
  readonly #usage: RereadFact<ClusterUsage>;
  #watch: { readonly caches: SharedCaches; readonly nodes: CacheLease<KubeObject> } | undefined;

  constructor(options: StatusCollectorOptions) {
    const { memberClient, cidrs = {}, clock } = options;
    this.#options = options;
    this.#cidrs = new RereadFact(clock, CIDRS_EVERY_MS, (signal) => readCidrs(memberClient, cidrs, signal));
    this.#usage = new RereadFact(clock, USAGE_EVERY_MS, (signal) => readUsage(memberClient, signal));
  }

  /** Never throws for what a member does; only when the signal aborts. */
  async collect(signal: AbortSignal): Promise<CollectedStatus> {
    const { memberClient, facts } = this.#options;
    const { health, trouble } = await readHealth(memberClient, TIMEOUT_MS, signal);
    const fields = { ...facts, ...health, apiserverURL: memberClient.connection.server };
    const ready = readyVerdict(health, trouble);
    if (trouble !== undefined) return { fields, ready, labels: undefined };
    const [version, nodes, cidrs, usage] = await Promise.all([
      this.#attempt(signal, (limit) => this.#version(limit)),
      this.#attempt(signal, (limit) => this.#nodes(limit)),
      this.#attempt(signal, (limit) => this.#cidrs.get(limit)),
      this.#attempt(signal, (limit) => this.#readUsage(limit)),
    ]);
    signal.throwIfAborted();
    return {
      fields: {
        ...fields,
        ...version,
        ...cidrs,
        ...(usage ?? { podStatistics: undefined, resourceUsage: undefined }),
        ...(nodes && {
          nodeStatistics: countNodes(nodes),
          capacity: sumResources(nodes.map(({ status }) => status?.capacity)),
          allocatable: sumResources(nodes.map(({ status }) => status?.allocatable)),
        }),
      },
      ready,
      labels: nodes && aggregateLabels(nodes, this.#options.labels),
    };
  }

  async close(): Promise<void> {
    await this.#watch?.caches.close();
  }

  async #version(signal: AbortSignal): Promise<Pick<ManagedClusterStatus, 'k8sVersion' | 'platform'>> {
    const { gitVersion, platform } = await this.#options.memberClient.requestJson<{
      gitVersion?: string;
      platform?: string;
    }>({ method: 'GET', path: '/version', signal });
    return { ...(gitVersion && { k8sVersion: gitVersion }), ...(platform && { platform }) };
  }

  async #nodes(signal: AbortSignal): Promise<Node[]> {
    this.#watch ??= this.#startWatch();
    await this.#watch.nodes.waitForSync(signal);
    return this.#watch.nodes.cache.list() as Node[];
  }

  #startWatch(): { caches: SharedCaches; nodes: CacheLease<KubeObject> } {
    const { memberClient, onTrouble } = this.#options;
    const caches = new SharedCaches({ client: memberClient, ...(onTrouble && { onError: onTrouble }) });
    return {
      caches,
      nodes: caches.objects({ resource: NODES, dropManagedFields: true, transform: withoutImages }),
    };
  }

  async #readUsage(signal: AbortSignal): Promise<ClusterUsage | undefined> {
    return this.#options.usesMetrics === true ? this.#usage.get(signal) : undefined;
  }

  /** One thing that cannot be read does not keep back the others. */
  async #attempt<T>(signal: AbortSignal, read: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
    try {
      return await read(AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]));
    } catch (error) {
      if (!signal.aborted) this.#options.onTrouble?.(error);
      return undefined;
    }
  }
}

/** The longest part of a Node, of which nothing is read. */
function withoutImages(node: KubeObject): KubeObject {
  delete (node as Node).status?.images;
  return node;
}
