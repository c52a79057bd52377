import type { ControllerMetrics } from '../reconcile/finished-key.ts';
import type { MetricsRegistry } from './metrics-registry.ts';

/** One for all controllers of a process. */
export function controllerMetrics(registry: MetricsRegistry): ControllerMetrics {
  const runs = registry.counter({
    name: 'banyan_reconcile_total',
    help: 'Keys that were reconciled, by controller and outcome.',
  });
  const durations = registry.histogram({
    name: 'banyan_reconcile_duration_seconds',
    help: 'How long a key was worked on.',
  });
  const waits = registry.histogram({
    name: 'banyan_queue_wait_seconds',
    help: 'How long a key was ready before it was worked on.',
  });
  return {
    finished: ({ controller, outcome, durationMs, waitedMs }) => {
      runs.add(1, { controller, outcome });
      durations.observe(durationMs / 1000, { controller });
      waits.observe(waitedMs / 1000, { controller });
    },
  };
}
