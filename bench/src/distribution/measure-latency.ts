import { setTimeout as delay } from 'node:timers/promises';
import { watchDeployments, type DeploymentWatch } from './deployment-watch.ts';
import { createIntent, createTemplates, DEPLOYMENTS, type IntentsPlan } from './intents.ts';
import { percentile } from './percentile.ts';
import { rawObject } from './raw-loop.ts';
import { createNamespace, type Stage, type StageMember } from './stage.ts';
import { untilQuiet } from './wait-for.ts';

type Row = Record<string, string | number>;

export interface LatencyTask {
  readonly perSecond: number;
  readonly seconds: number;
  /** Of one intent to all members. */
  readonly rounds: number;
}

const NAMESPACE = 'latency';
const ALL = 'toall';
const APPLIED = { fieldManager: 'bench', force: true } as const;

/** From the moment at which an intent is written to the moment at which the member shows the object. */
export async function measureLatency(stage: Stage, task: LatencyTask): Promise<Row[]> {
  const count = task.perSecond * task.seconds;
  const memberOf = (i: number): StageMember | undefined => stage.members[(i * 37) % stage.members.length];
  const plan: IntentsPlan = {
    name: NAMESPACE,
    count,
    feeds: 1,
    labelsOf: (i) => ({ member: memberOf(i)?.name ?? '' }),
  };
  await createNamespace(stage, NAMESPACE);
  await createTemplates(stage.hubClient, plan);
  await untilQuiet(stage);
  const watch = await watchDeployments(stage.members, NAMESPACE);
  const bare = await openLoop(count, task.perSecond, async (i) => {
    const name = `bare-${i}`;
    await memberOf(i)?.client.apply(DEPLOYMENTS, rawObject(NAMESPACE, name), APPLIED);
    return watch.seen(memberOf(i)?.name ?? '', name);
  });
  const ours = await openLoop(count, task.perSecond, async (i) => {
    await createIntent(stage.hubClient, plan, i);
    return watch.seen(memberOf(i)?.name ?? '', `${NAMESPACE}-${i}`);
  });
  await watch.stop();
  const what = `${task.perSecond}/s, each to one of ${stage.members.length} members`;
  return [
    latencyRow(`${what}: bare apply`, bare),
    latencyRow(`${what}: intent`, ours),
    ...(await measureToAll(stage, task.rounds)),
  ];
}

/** Each is counted from when it was due, whether or not those before it are done. */
async function openLoop(
  count: number,
  perSecond: number,
  work: (i: number) => Promise<number>,
): Promise<number[]> {
  const startMs = performance.now();
  const latencies = Array.from({ length: count }, async (_, i) => {
    const dueMs = startMs + (i * 1000) / perSecond;
    await delay(Math.max(1, dueMs - performance.now()));
    return (await work(i)) - dueMs;
  });
  return Promise.all(latencies);
}

async function measureToAll(stage: Stage, rounds: number): Promise<Row[]> {
  const plan: IntentsPlan = { name: ALL, count: rounds, feeds: 1, labelsOf: () => ({ all: 'yes' }) };
  await createNamespace(stage, ALL);
  await createTemplates(stage.hubClient, plan);
  await untilQuiet(stage);
  const watch = await watchDeployments(stage.members, ALL);
  const bare: number[] = [];
  const ours: number[] = [];
  for (let i = 0; i < rounds; i++) {
    bare.push(await untilAll(stage, watch, `bare-${i}`, () => applyToAll(stage, `bare-${i}`)));
    ours.push(await untilAll(stage, watch, `${ALL}-${i}`, () => createIntent(stage.hubClient, plan, i)));
    await untilQuiet(stage);
  }
  await watch.stop();
  const what = `one to all ${stage.members.length}, the last member`;
  return [latencyRow(`${what}: bare parallel apply`, bare), latencyRow(`${what}: intent`, ours)];
}

async function applyToAll({ members }: Stage, name: string): Promise<void> {
  const object = rawObject(ALL, name);
  await Promise.all(members.map(({ client }) => client.apply(DEPLOYMENTS, object, APPLIED)));
}

async function untilAll(
  { members }: Stage,
  watch: DeploymentWatch,
  name: string,
  begin: () => Promise<void>,
): Promise<number> {
  const startMs = performance.now();
  await begin();
  const sights = await Promise.all(members.map((member) => watch.seen(member.name, name)));
  return Math.max(...sights) - startMs;
}

function latencyRow(what: string, latencies: readonly number[]): Row {
  return {
    what,
    count: latencies.length,
    'p50 ms': percentile(latencies, 0.5),
    'p99 ms': percentile(latencies, 0.99),
  };
}
