import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { MetricsRegistry } from './metrics-registry.ts';

/** The same resolution as Node's default: finer costs more than it tells. */
const RESOLUTION_MS = 10;

/** Adds what every process tells of itself. The answer ends the measuring. */
export function addProcessMetrics(registry: MetricsRegistry): () => void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  const delayP99 = registry.gauge({
    name: 'nodejs_eventloop_delay_p99_seconds',
    help: 'How late the event loop ran since the last reading, 99th percentile.',
  });
  const cpu = registry.gauge({
    name: 'process_cpu_seconds_total',
    help: 'CPU time that this process used, user and system.',
  });
  const resident = registry.gauge({ name: 'process_resident_memory_bytes', help: 'Memory in use.' });
  const heap = registry.gauge({ name: 'nodejs_heap_used_bytes', help: 'Of it, the heap of JavaScript.' });
  const started = registry.gauge({
    name: 'process_start_time_seconds',
    help: 'When the process started, in seconds since 1970.',
  });
  started.set(performance.timeOrigin / 1000);
  registry.beforeReading(() => {
    // The timer's own period is part of what is measured.
    const lateNs = delay.percentile(99) - RESOLUTION_MS * 1e6;
    delayP99.set(Math.max(0, Number.isNaN(lateNs) ? 0 : lateNs / 1e9));
    delay.reset();
    const { user, system } = process.cpuUsage();
    cpu.set((user + system) / 1e6);
    const { rss, heapUsed } = process.memoryUsage();
    resident.set(rss);
    heap.set(heapUsed);
  });
  return () => {
    delay.disable();
  };
}
