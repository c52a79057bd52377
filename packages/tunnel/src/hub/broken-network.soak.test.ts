import assert from 'node:assert/strict';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { test } from 'node:test';
import { eventually } from '@banyan/testing';
import { runTunnelAgent } from '../agent/run-tunnel-agent.ts';
import { openWebSocket } from '../agent/test-agent.ts';
import { digest, patternedBytes } from '../contract/read-stream.ts';
import { dialTcp, startEcho, startHubRig, type HubRig } from '../contract/tunnel-rig.ts';
import { isTunnelError } from '../tunnel-error.ts';

const MEMBERS = ['m0', 'm1', 'm2', 'm3'];
const LANES = 24;
/** Of exchanges that came through. */
const ENOUGH = 2_000;

test('on a network that breaks all the time every stream is whole or fails, and nothing is left', async () => {
  await using rig = await startHubRig();
  await using echo = await startEcho();
  const relay = await startBreakingRelay(rig);
  const { port } = relay.address() as AddressInfo;
  const stop = new AbortController();
  const agents = MEMBERS.map((member) =>
    runTunnelAgent({
      connect: openWebSocket(`ws://127.0.0.1:${port}/h2/${member}`),
      dial: dialTcp,
      random: () => 0,
      signal: stop.signal,
    }),
  );
  let whole = 0;
  const exchange = async (member: string, number: number): Promise<void> => {
    const sent = patternedBytes(1 + ((number * 7919) % 200_000), number);
    try {
      const stream = await rig.hub.dial(member, echo.target, AbortSignal.timeout(300_000));
      stream.end(sent);
      const received = Buffer.concat((await stream.toArray()) as Buffer[]);
      assert.equal(digest(received), digest(sent));
      whole += 1;
    } catch (error) {
      if (!isTunnelError(error)) throw error;
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const lane = async (_: unknown, number: number): Promise<void> => {
    for (let turn = number; whole < ENOUGH; turn += LANES) {
      await exchange(MEMBERS[turn % MEMBERS.length] ?? '', turn);
      if (turn % 100 === 0) rig.hub.moveAgents();
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  stop.abort();
  await Promise.all(agents);
  await eventually('the targets are let go', () => echo.sockets.size === 0);
  await eventually('no session is left', () => [...rig.hub.members()].length === 0);
  relay.close();
});

/** Lets connections live for a second or two, then resets them, or closes them half or whole. */
async function startBreakingRelay(rig: HubRig): Promise<Server> {
  let count = 0;
  const relay = createServer((agentSide) => {
    const hubSide = connect(rig.port, '127.0.0.1');
    agentSide.pipe(hubSide).pipe(agentSide);
    agentSide.on('error', () => hubSide.destroy());
    hubSide.on('error', () => agentSide.destroy());
    count += 1;
    const ways = [
      () => [agentSide, hubSide].map((side) => side.resetAndDestroy()),
      () => [agentSide, hubSide].map((side) => side.destroy()),
      () => hubSide.resetAndDestroy() && agentSide.end(),
      () => [agentSide, hubSide].map((side) => side.end()),
    ];
    const timer = setTimeout(() => ways[count % ways.length]?.(), 500 + ((count * 397) % 2_000));
    agentSide.once('close', () => clearTimeout(timer));
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  return relay;
}
