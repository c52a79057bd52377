import type { GroupVersionResource } from '@banyan/api';
import { RESERVED_NAMESPACE } from '@banyan/api/clusternet';
import {
  EventRecorder,
  runTogether,
  silentLogger,
  systemClock,
  type Clock,
  type Controller,
  type ControllerMetrics,
  type Logger,
} from '@banyan/controller';
import type { DeletionLimits, StatusRule } from '@banyan/engine';
import { Discovery, type KubeClient, type SharedCaches } from '@banyan/kube';
import { aggregateController } from './aggregate/aggregate-controller.ts';
import { baseController } from './base/base-controller.ts';
import { BaseReport } from './base/base-report.ts';
import { UserOverrides } from './feed-overrides-of.ts';
import { inventoryController } from './inventory/inventory-controller.ts';
import { overrideController } from './override/override-controller.ts';
import { OverrideFailures } from './override/override-failures.ts';
import { PipelineCaches } from './pipeline-caches.ts';
import type { PipelineContext } from './pipeline-context.ts';
import { protectionController } from './protection/protection-controller.ts';
import { subscriptionController } from './subscription/subscription-controller.ts';
import { Templates } from './templates.ts';

const NAMESPACES: GroupVersionResource = { group: '', version: 'v1', resource: 'namespaces' };
/** More than any one change of a few templates takes away, less than a slip of a selector over a fleet. */
const DEFAULT_LIMITS: DeletionLimits = { objects: 1000, members: 20 };

export interface DistributionOptions {
  readonly hubClient: KubeClient;
  /** Of the hub; they stay open. */
  readonly caches: SharedCaches;
  readonly options?: DistributionSettings;
  readonly logger?: Logger;
  readonly metrics?: ControllerMetrics;
  readonly signal: AbortSignal;
}

export interface DistributionSettings {
  /** By which objects in members are known as this hub's. Default: the uid of its `kube-system`. */
  readonly hubId?: string;
  /** Where templates are. Default `clusternet-reserved`. */
  readonly reservedNamespace?: string;
  /** What one change of a Subscription may take away unasked. Default 1,000 objects, 20 clusters. */
  readonly deletionLimits?: DeletionLimits;
  /** How custom kinds tell that they are well. */
  readonly statusRules?: readonly StatusRule[];
  /** Whether templates that are in use cannot be deleted. Default true. */
  readonly protectsFeeds?: boolean;
  /** Keys of one controller at once. Default 32. */
  readonly concurrency?: number;
  /** Called when the caches are in and the controllers begin. */
  readonly onStarted?: () => void;
  readonly clock?: Clock;
  readonly random?: () => number;
}

/**
 * Subscription → Base → Description, with overrides, inventories, protection and aggregated status, until the signal
 * aborts. One replica at a time may run it. Rejects if it cannot begin, or if one of its controllers ends by itself.
 */
export async function runDistribution(request: DistributionOptions): Promise<void> {
  const { hubClient, signal, logger = silentLogger, options = {} } = request;
  const { clock = systemClock, reservedNamespace = RESERVED_NAMESPACE } = options;
  const hubId = options.hubId ?? (await hubIdOf(hubClient, signal));
  const caches = new PipelineCaches(request.caches, reservedNamespace);
  const events = new EventRecorder({ client: hubClient, component: 'banyan-distribution', logger, clock });
  try {
    const controllers = makeControllers({ ...request, options }, caches, events, hubId);
    void tellStarted(caches, signal, options.onStarted);
    await runTogether(
      controllers.map((controller) => (together: AbortSignal) => controller.run(together)),
      signal,
    );
  } finally {
    caches.release();
    await events.close();
  }
}

function makeControllers(
  { hubClient, options = {}, logger = silentLogger, metrics }: DistributionOptions,
  caches: PipelineCaches,
  events: EventRecorder,
  hubId: string,
): Controller[] {
  const { clock = systemClock, random, concurrency = 32 } = options;
  const { deletionLimits: limits = DEFAULT_LIMITS, statusRules = [], protectsFeeds = true } = options;
  const onError = (error: unknown): void =>
    logger.warn({ err: error }, 'the kinds of the hub cannot be asked for');
  const context: PipelineContext = {
    hubClient,
    caches,
    templates: new Templates(caches, new Discovery({ client: hubClient, onError })),
    events,
    clock,
    controller: { logger, clock, ...(metrics && { metrics }), ...(random && { random }) },
    concurrency,
  };
  const failures = new OverrideFailures();
  const report = new BaseReport({ hubClient, events, clock });
  const overrides = new UserOverrides(caches);
  return [
    inventoryController(context),
    subscriptionController({ ...context, limits }),
    baseController({ ...context, overrides, failures, report, hubId }),
    overrideController(context, failures),
    ...(protectsFeeds ? [protectionController(context)] : []),
    aggregateController({ ...context, limits, statusRules }),
  ];
}

async function tellStarted(
  caches: PipelineCaches,
  signal: AbortSignal,
  onStarted: (() => void) | undefined,
): Promise<void> {
  try {
    await Promise.all(caches.all.map((lease) => lease.waitForSync(signal)));
    onStarted?.();
  } catch {
    // The controllers wait for the same, and say why it failed.
  }
}

async function hubIdOf(hubClient: KubeClient, signal: AbortSignal): Promise<string> {
  const { metadata } = await hubClient.get(NAMESPACES, { name: 'kube-system' }, { signal });
  return metadata.uid ?? '';
}
