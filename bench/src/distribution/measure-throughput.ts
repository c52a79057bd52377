import type { BenchProgram } from './bench-program.ts';
import { createIntents, createTemplates, type IntentsPlan } from './intents.ts';
import { rawLoop } from './raw-loop.ts';
import { countsPer, countsSince, distributionOnly, requestCounts, writesIn } from './request-counts.ts';
import { createNamespace, GROUP_SIZE, type Stage } from './stage.ts';
import { measureUsage, type Cast } from './usage.ts';
import { untilDeployed, untilQuiet } from './wait-for.ts';

type Row = Record<string, string | number>;

export interface ThroughputTask {
  readonly works: number;
  readonly feeds: number;
}

/** The bare loop over all members. */
export async function measureRaw(stage: Stage, works: number, name: string): Promise<Row> {
  const perMember = works / stage.members.length;
  await createNamespace(stage, name);
  const used = measureUsage({ member: stage.memberPids, driver: [process.pid] });
  await rawLoop(stage.members, name, perMember);
  const { elapsedMs, cpuMs } = used();
  return {
    what: 'bare applies',
    'works/s': works / (elapsedMs / 1000),
    'of bare': 1,
    'hub CPU ms a work': '-',
    'hub API server': '-',
    members: (cpuMs['member'] ?? 0) / works,
    driver: (cpuMs['driver'] ?? 0) / works,
  };
}

/** Intents to ten members each, from the first one written to the last object in a member; then until the hub is quiet. */
export async function measureIntents(
  stage: Stage,
  hub: BenchProgram,
  { works, feeds }: ThroughputTask,
): Promise<{ row: Row; requests: Row[] }> {
  const name = `f${feeds}`;
  const groups = stage.members.length / GROUP_SIZE;
  const count = works / feeds / GROUP_SIZE;
  const plan: IntentsPlan = { name, count, feeds, labelsOf: (i) => ({ group: String(i % groups) }) };
  await createNamespace(stage, name);
  await createTemplates(stage.hubClient, plan);
  await untilQuiet(stage);
  const cast: Cast = {
    hub: [hub.pid],
    server: stage.hubServerPids,
    member: stage.memberPids,
    driver: [process.pid],
  };
  const clients = stage.members.map(({ client }) => client);
  const [hubBefore, membersBefore] = [await requestCounts([stage.hubClient]), await requestCounts(clients)];
  const used = measureUsage(cast);
  await createIntents(stage.hubClient, plan);
  await untilDeployed(stage.members, name, works / stage.members.length);
  const { elapsedMs } = used();
  await untilQuiet(stage);
  const { cpuMs } = used();
  const hubRequests = distributionOnly(countsSince(hubBefore, await requestCounts([stage.hubClient])));
  const memberRequests = countsSince(membersBefore, await requestCounts(clients));
  const descriptions = count * GROUP_SIZE;
  const row = {
    what: `${count} intents of ${feeds === 1 ? '1 feed' : `${feeds} feeds`}, 10 members each`,
    'works/s': works / (elapsedMs / 1000),
    'of bare': 0,
    'hub CPU ms a work': (cpuMs['hub'] ?? 0) / works,
    'hub API server': (cpuMs['server'] ?? 0) / works,
    members: (cpuMs['member'] ?? 0) / works,
    driver: (cpuMs['driver'] ?? 0) / works,
  };
  const requests = [
    {
      what: row.what,
      where: 'hub, a Description',
      writes: writesIn(hubRequests) / descriptions,
      'of Descriptions': writesIn(hubRequests, 'descriptions') / descriptions,
      'by verb': countsPer(hubRequests, descriptions),
    },
    {
      what: row.what,
      where: 'members, a work',
      writes: writesIn(memberRequests) / works,
      'of Descriptions': '-',
      'by verb': countsPer(memberRequests, works),
    },
  ];
  return { row, requests };
}
