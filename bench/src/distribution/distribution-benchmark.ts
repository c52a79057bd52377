import { parseArgs } from 'node:util';
import type { Benchmark, BenchmarkTable } from '../benchmark.ts';
import type { BenchProgram } from './bench-program.ts';
import { measureLatency } from './measure-latency.ts';
import { measureMemory } from './measure-memory.ts';
import { measureOneIntent } from './measure-one-intent.ts';
import { measureRestart } from './measure-restart.ts';
import { measureScheduling } from './measure-scheduling.ts';
import { measureIntents, measureRaw } from './measure-throughput.ts';
import { GROUP_SIZE, kubernetesStage, playgroundStage, type Stage } from './stage.ts';

type Row = Readonly<Record<string, string | number>>;

interface DistributionTask {
  readonly isKube: boolean;
  readonly only: ReadonlySet<string>;
  readonly members: number;
  readonly works: number;
  readonly feeds: readonly number[];
  readonly seconds: number;
  readonly rounds: number;
  readonly execArgv: readonly string[];
}

/** Intents of 100 feeds each to ten members are a thousand works. */
const ONE_INTENT_FEEDS = 1000;
const PER_SECOND = 20;

/** From intents to objects in members, beside the bare applies of the same run. */
export const distributionBenchmark: Benchmark = {
  async run(args, progress) {
    const task = taskOf(args);
    const tables: BenchmarkTable[] = [];
    if (['works', 'latency', 'restart', 'feeds'].some((part) => task.only.has(part))) {
      tables.push(...(await onStage(task, progress)));
    }
    if (task.only.has('memory') && !task.isKube) {
      progress('memory: 5,000 templates to 2 members');
      tables.push({ title: 'memory', rows: [await measureMemory(5000, task.execArgv)] });
    }
    if (task.only.has('scheduling') && !task.isKube) {
      progress('scheduling: 1,000 clusters');
      const rows = await measureScheduling({ clusters: 1000, intents: 10_000 });
      tables.push({ title: 'scheduling, 1,000 clusters, 10 bound', rows });
    }
    return { tables };
  },
};

function taskOf(args: string[]): DistributionTask {
  const { values } = parseArgs({
    args,
    options: {
      kube: { type: 'boolean', default: false },
      only: { type: 'string', default: 'works,latency,restart,feeds,memory,scheduling' },
      members: { type: 'string' },
      works: { type: 'string' },
      feeds: { type: 'string', default: '1,100' },
      seconds: { type: 'string', default: '30' },
      rounds: { type: 'string', default: '10' },
      'cpu-prof': { type: 'string' },
    },
  });
  const profile = values['cpu-prof'];
  const task: DistributionTask = {
    isKube: values.kube,
    only: new Set(values.only.split(',')),
    members: Number(values.members ?? (values.kube ? 10 : 100)),
    works: Number(values.works ?? (values.kube ? 10_000 : 30_000)),
    feeds: values.feeds.split(',').map(Number),
    seconds: Number(values.seconds),
    rounds: Number(values.rounds),
    execArgv: profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`],
  };
  for (const each of task.feeds) {
    if (task.members % GROUP_SIZE === 0 && task.works % (each * task.members) === 0) continue;
    throw new Error(
      `--members must be a multiple of ${GROUP_SIZE}, --works one of ${each} feeds in each of ${task.members} members`,
    );
  }
  return task;
}

async function onStage(task: DistributionTask, progress: (line: string) => void): Promise<BenchmarkTable[]> {
  const { isKube, members, works, execArgv, only } = task;
  progress(`starting ${members} members`);
  const stage = await (isKube ? kubernetesStage : playgroundStage)({ members, execArgv });
  let hub = await stage.startHub();
  const tables = only.has('works') ? await measureWorks(stage, hub, task, progress) : [];
  if (only.has('restart')) {
    progress('restart');
    const { hub: again, row } = await measureRestart(stage, hub, works * task.feeds.length);
    hub = again;
    tables.push({ title: `${stage.kind}: the hub is started again, nothing has changed`, rows: [row] });
  }
  if (only.has('feeds')) {
    progress(`one intent of ${ONE_INTENT_FEEDS} feeds`);
    const rows = [await measureOneIntent(stage, ONE_INTENT_FEEDS)];
    tables.push({ title: `${stage.kind}: one intent`, rows });
  }
  if (only.has('latency')) {
    progress('latency');
    const { seconds, rounds } = task;
    const rows = await measureLatency(stage, { perSecond: PER_SECOND, seconds, rounds });
    tables.push({ title: `${stage.kind}: from an intent to the object in the member`, rows });
  }
  await hub.stop();
  await stage.stop();
  return tables;
}

async function measureWorks(
  stage: Stage,
  hub: BenchProgram,
  { works, members, feeds }: DistributionTask,
  progress: (line: string) => void,
): Promise<BenchmarkTable[]> {
  progress(`${works} bare applies`);
  const bare = await measureRaw(stage, works, 'bare');
  progress(`${Math.round(Number(bare['works/s']))} works/s`);
  const rows: Row[] = [bare];
  const requests: Row[] = [];
  for (const each of feeds) {
    progress(`${works} works, ${each} a Description`);
    const measured = await measureIntents(stage, hub, { works, feeds: each });
    rows.push({ ...measured.row, 'of bare': Number(measured.row['works/s']) / Number(bare['works/s']) });
    requests.push(...measured.requests);
    progress(`${Math.round(Number(measured.row['works/s']))} works/s`);
  }
  return [
    { title: `${stage.kind}: ${works} works in ${members} members`, rows },
    { title: `${stage.kind}: requests by the API servers' own metrics`, rows: requests },
  ];
}
