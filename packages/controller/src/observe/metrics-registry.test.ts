import assert from 'node:assert/strict';
import { test } from 'node:test';
import { controllerMetrics } from './controller-metrics.ts';
import { MetricsRegistry } from './metrics-registry.ts';
import { addProcessMetrics } from './process-metrics.ts';

test('what is counted is written as Prometheus reads it', () => {
  const registry = new MetricsRegistry();
  const dials = registry.counter({ name: 'dials_total', help: 'Dials,\nby "result".' });
  dials.add(1, { result: 'ok' });
  dials.add(2, { result: 'ok' });
  dials.add(1, { result: 'say "no"\\\n' });
  dials.add(-5, { result: 'ok' });
  const sessions = registry.gauge({ name: 'sessions', help: 'Sessions.' });
  sessions.add(3);
  sessions.add(-1);
  sessions.set(7, { member: 'gone' });
  sessions.delete({ member: 'gone' });
  assert.equal(
    registry.text(),
    [
      '# HELP dials_total Dials,\\nby "result".',
      '# TYPE dials_total counter',
      'dials_total{result="ok"} 3',
      'dials_total{result="say \\"no\\"\\\\\\n"} 1',
      '# HELP sessions Sessions.',
      '# TYPE sessions gauge',
      'sessions 2',
      '',
    ].join('\n'),
  );
});

test('a histogram counts what is at most each bound, and everything above the last', () => {
  const registry = new MetricsRegistry();
  const latency = registry.histogram({ name: 'latency', help: 'L.', bounds: [0.1, 1] });
  for (const value of [0.1, 0.5, 3]) latency.observe(value, { to: 'a' });
  assert.deepEqual(registry.text().split('\n').slice(2, -1), [
    'latency_bucket{to="a",le="0.1"} 1',
    'latency_bucket{to="a",le="1"} 2',
    'latency_bucket{to="a",le="+Inf"} 3',
    'latency_sum{to="a"} 3.6',
    'latency_count{to="a"} 3',
  ]);
});

test('a name is used once', () => {
  const registry = new MetricsRegistry();
  registry.gauge({ name: 'sessions', help: '' });
  assert.throws(() => registry.counter({ name: 'sessions', help: '' }), /already a metric sessions/);
});

test('a process tells of its event loop, CPU and memory, and each controller of its keys', () => {
  const registry = new MetricsRegistry();
  const stop = addProcessMetrics(registry);
  const finished = { controller: 'approver', key: 'a', durationMs: 4, waitedMs: 2, failures: 0 };
  controllerMetrics(registry).finished({ ...finished, outcome: 'done' });
  const values = new Map(
    registry
      .text()
      .split('\n')
      .map((line) => line.split(' ') as [string, string]),
  );
  stop();
  assert.ok(Number(values.get('process_resident_memory_bytes')) > 1e6);
  assert.ok(Number(values.get('process_cpu_seconds_total')) > 0);
  assert.ok(Number(values.get('nodejs_eventloop_delay_p99_seconds')) >= 0);
  assert.equal(values.get('banyan_reconcile_total{controller="approver",outcome="done"}'), '1');
  assert.equal(values.get('banyan_reconcile_duration_seconds_bucket{controller="approver",le="0.005"}'), '1');
  assert.equal(values.get('banyan_queue_wait_seconds_sum{controller="approver"}'), '0.002');
});
