export { systemClock, type Clock } from './clock/clock.ts';
export { isDeadlineExceeded } from './clock/deadline.ts';
export { sleep } from './clock/sleep.ts';
export { controllerMetrics } from './observe/controller-metrics.ts';
export { jsonLogger, type JsonLoggerOptions, type LogLevel } from './observe/json-logger.ts';
export { silentLogger, type Logger } from './observe/logger.ts';
export { MetricsRegistry } from './observe/metrics-registry.ts';
export type { Gauge } from './observe/metrics.ts';
export { addProcessMetrics } from './observe/process-metrics.ts';
export {
  serveObservability,
  type ObservabilityServer,
  type ObservedCheck,
} from './observe/serve-observability.ts';

export { Backoff, type BackoffOptions } from './queue/backoff.ts';
export { clusterOf, formatKey, parseKey, type KeyParts } from './queue/key.ts';
export type { Priority } from './queue/priority.ts';
export {
  WorkQueue,
  type AddOptions,
  type QueueStats,
  type TakenKey,
  type WorkQueueOptions,
} from './queue/work-queue.ts';

export {
  Controller,
  type ControllerOptions,
  type ControllerStats,
  type Synced,
} from './reconcile/controller.ts';
export { enqueueOn, type CacheEvents, type KeySink } from './reconcile/enqueue-on.ts';
export type { ControllerMetrics, FinishedKey, ReconcileOutcome } from './reconcile/finished-key.ts';
export {
  DONE,
  isTerminal,
  TerminalError,
  type Reconcile,
  type ReconcileResult,
} from './reconcile/reconcile.ts';

export { runTogether } from './reconcile/run-together.ts';

export type { LeaseClient, LeaseRequestOptions, ShardLeaseClient } from './lease/lease-client.ts';
export {
  checkLeaseTimes,
  DEFAULT_LEASE_TIMES,
  type Lease,
  type LeaseSpec,
  type LeaseTimes,
} from './lease/lease.ts';
export { LeaseSighting } from './lease/lease-sighting.ts';
export { isLeaseLost, LeaseLostError, type Term, type TermWork } from './lease/tenure.ts';
export { LeaderElector, type LeaderElectorOptions } from './election/leader-elector.ts';
export { shardOf } from './sharding/hash.ts';
export { Sharder, type SharderOptions, type ShardWork } from './sharding/sharder.ts';

export {
  EventRecorder,
  type EventClient,
  type EventRecorderOptions,
  type RecordedEvent,
} from './report/event-recorder.ts';
export { setCondition, type ConditionFacts } from './report/set-condition.ts';
