import { peakResidentBytes } from '../process-usage.ts';
import type { BenchProgram } from './bench-program.ts';
import {
  countsPer,
  countsSince,
  distributionOnly,
  requestCounts,
  withoutLeases,
  writesIn,
  writesOf,
} from './request-counts.ts';
import type { Stage } from './stage.ts';
import { measureUsage } from './usage.ts';
import { untilIdle, untilQuiet } from './wait-for.ts';

const MEGABYTE = 1024 * 1024;

type Row = Record<string, string | number>;

/** Ends the hub and starts it again with nothing changed; the answer's hub is the new one. */
export async function measureRestart(
  stage: Stage,
  hub: BenchProgram,
  works: number,
): Promise<{ hub: BenchProgram; row: Row }> {
  await untilQuiet(stage);
  await hub.stop();
  const clients = stage.members.map(({ client }) => client);
  const [hubBefore, membersBefore] = [await requestCounts([stage.hubClient]), await requestCounts(clients)];
  const used = measureUsage({ server: stage.hubServerPids, member: stage.memberPids });
  const startMs = performance.now();
  const again = await stage.startHub();
  const ofHub = measureUsage({ hub: [again.pid] });
  const idleMs = (await untilIdle(again.pid)) - startMs;
  const { cpuMs } = used();
  const hubRequests = distributionOnly(countsSince(hubBefore, await requestCounts([stage.hubClient])));
  const memberRequests = withoutLeases(countsSince(membersBefore, await requestCounts(clients)));
  const row = {
    works,
    's to idle': idleMs / 1000,
    'writes to members': writesIn(memberRequests),
    'writes to the hub': writesIn(hubRequests),
    'hub CPU s': (ofHub().cpuMs['hub'] ?? 0) / 1000,
    'hub API server CPU s': (cpuMs['server'] ?? 0) / 1000,
    'members CPU s': (cpuMs['member'] ?? 0) / 1000,
    'hub peak MB': peakResidentBytes(again.pid) / MEGABYTE,
    'written in the hub': countsPer(writesOf(hubRequests), 1),
  };
  return { hub: again, row };
}
