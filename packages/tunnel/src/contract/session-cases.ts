import assert from 'node:assert/strict';
import { isTunnelError } from '../tunnel-error.ts';
import { NEVER, type ContractCase } from './contract-case.ts';
import { failureOf, readBytes } from './read-stream.ts';
import { startEcho } from './tunnel-rig.ts';

/** A member may have several sessions. */
export const sessionCases: readonly ContractCase[] = [
  {
    name: 'new streams go to the newest session, old ones finish on theirs',
    run: async ({ rig, hub }, { protocol, eventually, startAgent }) => {
      await using echo = await startEcho();
      const old = await hub.dial('m1', echo.target, NEVER);
      const newer = await startAgent(rig.url('m1', protocol));
      await eventually('both sessions are there', () => hub.sessions('m1') === 2);
      const young = await hub.dial('m1', echo.target, NEVER);
      for (const stream of [old, young]) {
        stream.write('x');
        await readBytes(stream, 1);
      }
      const failure = failureOf(young);
      newer.kill();
      assert.ok(isTunnelError(await failure, 'closed'));
      await eventually('one session is left', () => hub.sessions('m1') === 1);
      old.write('y');
      assert.equal((await readBytes(old, 1)).toString(), 'y');
      const again = await hub.dial('m1', echo.target, NEVER);
      again.write('z');
      assert.equal((await readBytes(again, 1)).toString(), 'z');
    },
  },
  {
    name: 'too many sessions of one member: the oldest goes',
    run: async ({ rig, hub }, { protocol, eventually, startAgent }) => {
      const agents = await Promise.all(Array.from({ length: 6 }, () => startAgent(rig.url('m1', protocol))));
      await eventually('four are left', () => hub.sessions('m1') === 4 && rig.connections === 4);
      for (const agent of agents) agent.kill();
    },
  },
  {
    name: 'a network that breaks is an end without a word',
    run: async ({ rig, hub }) => {
      await using echo = await startEcho();
      const stream = await hub.dial('m1', echo.target, NEVER);
      const failure = failureOf(stream);
      rig.cut();
      assert.ok(isTunnelError(await failure, 'closed'));
    },
  },
];
