/** The clusters of the playground benchmark: told on standard input how many, reports on standard output. */
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { startPlaygroundCluster, type PlaygroundCluster } from '@banyan/playground';
import { inParallel } from '../in-parallel.ts';
import { residentBytes } from '../process-usage.ts';
import { deployment, DEPLOYMENTS, NODES, PODS } from './workload.ts';

export interface FleetTask {
  readonly clusters: number;
  readonly nodes: number;
  /** Over all clusters. */
  readonly pods: number;
  readonly idleSeconds: number;
}

export interface FleetReport {
  readonly startMs: number;
  readonly startCpuMs: number;
  readonly idleCores: number;
  readonly podsMs: number;
  readonly podsCpuMs: number;
  readonly residentBytes: number;
  /** Heap and buffers after a full collection, less what was there before. */
  readonly heldBytes: number;
}

/** Clusters that start at once. */
const STARTS = 4;

const task = JSON.parse(await text(process.stdin)) as FleetTask;
process.stdout.write(JSON.stringify(await measure(task)));
process.exit(0);

async function measure({ clusters, nodes, pods, idleSeconds }: FleetTask): Promise<FleetReport> {
  const emptyBytes = heldBytes();
  const started = stopwatch();
  const fleet: PlaygroundCluster[] = [];
  await inParallel(clusters, STARTS, async (i) => {
    const left = { events: false, kubeletEndpoint: false };
    fleet.push(await startPlaygroundCluster({ name: `c${i + 1}`, nodes, ...left }));
  });
  for (const cluster of fleet) await until(() => readyNodes(cluster) === nodes);
  const start = started();
  const grown = pods === 0 ? { elapsedMs: 0, cpuMs: 0 } : await runPods(fleet, pods);
  const held = heldBytes() - emptyBytes;
  const idle = stopwatch();
  await delay(idleSeconds * 1000);
  const { elapsedMs, cpuMs } = idle();
  return {
    startMs: start.elapsedMs,
    startCpuMs: start.cpuMs,
    idleCores: idleSeconds === 0 ? 0 : cpuMs / elapsedMs,
    podsMs: grown.elapsedMs,
    podsCpuMs: grown.cpuMs,
    residentBytes: residentBytes(process.pid),
    heldBytes: held,
  };
}

async function runPods(fleet: readonly PlaygroundCluster[], pods: number): Promise<Usage> {
  const each = pods / fleet.length;
  const watched = stopwatch();
  let running = 0;
  for (const { objects } of fleet)
    objects.listen(PODS, ({ object, old }) => {
      if (object.status?.phase === 'Running' && old?.status?.phase !== 'Running') running += 1;
    });
  await Promise.all(fleet.map(({ objects }) => objects.create(DEPLOYMENTS, deployment(each))));
  await until(() => running >= pods);
  return watched();
}

function readyNodes({ objects }: PlaygroundCluster): number {
  const isReady = (type: string, status: string) => type === 'Ready' && status === 'True';
  return [...objects.list(NODES)].filter(({ status }) =>
    status?.conditions?.some((condition) => isReady(condition.type, condition.status)),
  ).length;
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await delay(5);
}

interface Usage {
  readonly elapsedMs: number;
  readonly cpuMs: number;
}

function stopwatch(): () => Usage {
  const startedMs = performance.now();
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return { elapsedMs: performance.now() - startedMs, cpuMs: (user + system) / 1000 };
  };
}

function heldBytes(): number {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
