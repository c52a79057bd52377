import { randomBytes } from 'node:crypto';
import type { BenchmarkTable } from '../benchmark.ts';
import { CONFIG_MAPS, configMap } from '../bench-cluster.ts';
import { inParallel } from '../in-parallel.ts';
import { installAgent, startAgent, type BenchAgent } from './bench-agent.ts';
import { startBenchClusters, type BenchCluster } from './bench-clusters.ts';
import { startHub, throughHub, type BenchHub } from './bench-hub.ts';
import { measureWays, type CountedProcesses, type Measured, type Way } from './measure-ways.ts';
import { startRelays, type Relays } from './relays.ts';

/** `gateway`: client and agent go to it themselves. `aggregator`: both go by the parent's API server. */
type Mode = 'gateway' | 'aggregator';

export interface ThroughTunnelTask {
  readonly seconds: number;
  /** Requests at once. */
  readonly widths: readonly number[];
  /** Large bodies at once; without any only small requests are measured. */
  readonly streams: number;
  readonly roundTripsMs: readonly number[];
  readonly modes: readonly Mode[];
  /** Flags of Node for hub and agent: `--cpu-prof`. */
  readonly execArgv: readonly string[];
}

const MEMBER = 'berlin';
const SMALL = '/api/v1/namespaces/default/configmaps/object-0';
/** Its list is one large body, of which the server has to make little. */
const LARGE_NAMESPACE = 'kube-public';
const LARGE = `/api/v1/namespaces/${LARGE_NAMESPACE}/configmaps?labelSelector=large&resourceVersion=0`;
const LARGE_OBJECTS = 48;
const LARGE_BYTES = 900_000;
const MEGABYTE = 1_000_000;
/** Of the time for small requests: a large one takes half a second. */
const LARGE_TIMES = 2;

type Row = Record<string, string | number>;

interface World {
  readonly parent: BenchCluster;
  readonly member: BenchCluster;
  readonly hub: BenchHub;
  readonly relays: Relays;
  /** By name. */
  readonly ports: Readonly<Record<RelayName, number>>;
}

const RELAYS = ['parent', 'gateway', 'member'] as const;
type RelayName = (typeof RELAYS)[number];

/** Requests and bytes through the tunnel against direct ones, and how soon an agent is there. */
export async function measureThroughTunnel(
  task: ThroughTunnelTask,
  progress: (line: string) => void,
): Promise<BenchmarkTable[]> {
  await using parts = new AsyncDisposableStack();
  const { kind, clusters, stop } = await startBenchClusters(2);
  parts.defer(stop);
  const [parent, member] = clusters;
  if (parent === undefined || member === undefined) throw new Error('two clusters are needed');
  const relays = startRelays();
  parts.defer(() => relays.stop());
  const ports = { parent: 0, gateway: 0, member: 0 };
  for (const name of RELAYS) ports[name] = await relays.open(name);
  relays.lead('parent', parent.port);
  relays.lead('member', member.port);
  const tunnelAddress = local(ports.gateway);
  const hub = await startHub(parent, { tunnelAddress, execArgv: task.execArgv });
  parts.defer(hub.program.stop);
  relays.lead('gateway', hub.gatewayPort);
  progress(`parent and member: ${kind}`);
  await seed(member);
  await installAgent(parent, member, MEMBER);
  const world = { parent, member, hub, relays, ports };
  const rows: Rows = { requests: [], bytes: [], starts: [] };
  for (const mode of task.modes) await measureMode(mode, world, { task, rows, progress });
  return [
    { title: 'GET of one ConfigMap', rows: rows.requests },
    {
      title: `a list of ${LARGE_OBJECTS} ConfigMaps of 0.9 MB, ${task.streams} at once`,
      rows: rows.bytes,
    },
    { title: 'from the start of the agent', rows: rows.starts },
  ].filter(({ rows: measured }) => measured.length > 0);
}

interface Rows {
  readonly requests: Row[];
  readonly bytes: Row[];
  readonly starts: Row[];
}

interface Run {
  readonly task: ThroughTunnelTask;
  readonly rows: Rows;
  readonly progress: (line: string) => void;
}

async function measureMode(mode: Mode, world: World, run: Run): Promise<void> {
  const { parent, member, hub, relays, ports } = world;
  const { task, rows, progress } = run;
  const agent = await startAgent({
    parent,
    member,
    name: MEMBER,
    parentUrl: local(ports.parent),
    ...(mode === 'gateway' && { tunnelAddress: local(ports.gateway) }),
    execArgv: task.execArgv,
  });
  rows.starts.push(startRow(mode === 'gateway' ? 'registers' : 'is registered', agent));
  const connection = throughHub(mode === 'gateway' ? hub.gateway : parent.client.connection, agent.clusterId);
  const processes: CountedProcesses = {
    hub: hub.program.pid,
    agent: agent.program.pid,
    parent: parent.pid,
    member: member.pid,
  };
  for (const roundTripMs of task.roundTripsMs) {
    relays.setRoundTripMs(roundTripMs);
    // Without a delay there is no reason for a relay before the member.
    const directServer = roundTripMs === 0 ? member.client.connection.server : local(ports.member);
    const direct = { name: 'direct', connection: { ...member.client.connection, server: directServer } };
    const through = { name: `by the ${mode}`, connection };
    progress(`${through.name} and direct, ${roundTripMs} ms`);
    await measurePair([direct, through], { roundTripMs, processes, run });
  }
  relays.setRoundTripMs(0);
  await agent.program.stop();
}

/** The direct way, and the one that is measured by it. */
type Pair = readonly [Way, Way];

async function measurePair(
  ways: Pair,
  { roundTripMs, processes, run }: { roundTripMs: number; processes: CountedProcesses; run: Run },
): Promise<void> {
  const { widths, streams, seconds } = run.task;
  for (const width of widths) {
    const load = { path: SMALL, width, seconds };
    const measured = await measureWays(ways, load, processes);
    run.rows.requests.push(
      ...compared(measured, ({ requests }) => requests).map(({ of, ratio, rate }) => ({
        'delay ms': roundTripMs,
        way: of.way,
        'at once': width,
        'of direct': ratio,
        'requests/s': rate,
        'p50 ms': of.p50Ms,
        'p99 ms': of.p99Ms,
        ...cpuCells(of, of.requests, 'CPU ms'),
      })),
    );
  }
  if (streams === 0) return;
  const megabytes = ({ bytes }: Measured) => bytes / MEGABYTE;
  const load = { path: LARGE, width: streams, seconds: seconds * LARGE_TIMES };
  run.rows.bytes.push(
    ...compared(await measureWays(ways, load, processes), megabytes).map(({ of, ratio, rate }) => ({
      'delay ms': roundTripMs,
      way: of.way,
      'of direct': ratio,
      'MB/s': rate,
      ...cpuCells(of, megabytes(of), 'CPU ms/MB'),
    })),
  );
}

interface Compared {
  readonly of: Measured;
  readonly rate: number;
  /** Of the first one's. */
  readonly ratio: number;
}

function compared(all: readonly Measured[], units: (of: Measured) => number): Compared[] {
  const rates = all.map((of) => units(of) / of.seconds);
  return all.map((of, i) => ({ of, rate: rates[i] ?? 0, ratio: (rates[i] ?? 0) / (rates[0] ?? 0) }));
}

function cpuCells({ cpuMs }: Measured, units: number, what: string): Row {
  return Object.fromEntries(Object.entries(cpuMs).map(([name, ms]) => [`${name} ${what}`, ms / units]));
}

function startRow(what: string, { readyMs, reachedMs }: BenchAgent): Row {
  return { 'an agent that': what, 'Ready ms': readyMs, 'reached through the hub ms': reachedMs };
}

async function seed({ client }: BenchCluster): Promise<void> {
  await client.create(CONFIG_MAPS, configMap(0));
  await inParallel(LARGE_OBJECTS, 8, async (i) => {
    const object = configMap(i);
    await client.create(CONFIG_MAPS, {
      ...object,
      metadata: { name: `large-${i}`, namespace: LARGE_NAMESPACE, labels: { large: 'yes' } },
      // Nothing that compresses.
      data: { text: randomBytes((LARGE_BYTES * 3) / 4).toString('base64') },
    });
  });
}

function local(port: number): string {
  return `https://127.0.0.1:${port}`;
}
