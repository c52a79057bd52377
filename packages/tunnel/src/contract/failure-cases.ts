import assert from 'node:assert/strict';
import type { TunnelHub } from '../hub/tunnel-hub.ts';
import { isTunnelError, type TunnelErrorCode } from '../tunnel-error.ts';
import { NEVER, type ContractCase } from './contract-case.ts';
import { failureOf, readBytes } from './read-stream.ts';
import { deadTarget, startEcho, startTarget } from './tunnel-rig.ts';

/** What goes wrong is told, as what it is. */
export const failureCases: readonly ContractCase[] = [
  {
    name: 'a target that does not answer is unreachable',
    run: async ({ hub }) => {
      const { host, port } = await deadTarget();
      const error = await dialFails(hub, host, port);
      assertCode(error, 'unreachable');
      assert.match(error.message, /ECONNREFUSED|connection refused/);
      assert.equal(hub.sessions('m1'), 1);
    },
  },
  {
    name: "what the agent's policy forbids is refused",
    needs: 'policy',
    run: async ({ hub }, { answersDials }) => {
      const error = await dialFails(hub, 'forbidden', 80);
      assertCode(error, answersDials ? 'refused' : 'unreachable');
      assert.match(error.message, /not in the policy/);
    },
  },
  {
    name: 'what is no host or no port is not dialled',
    run: async ({ hub }) => {
      for (const host of ['', 'a b', 'x\r\ny', 'user@host', '::1%eth0', 'a/b', 'a'.repeat(254)]) {
        assertCode(await dialFails(hub, host, 80), 'refused');
      }
      for (const port of [-1, 0, 1.5, 65_536, Number.NaN]) {
        assertCode(await dialFails(hub, 'host', port), 'refused');
      }
    },
  },
  {
    name: 'a member that is not connected',
    run: async ({ hub }) => {
      const dial = hub.dial('m2', { host: 'a', port: 1 }, NEVER);
      await assert.rejects(dial, (error) => isTunnelError(error, 'not-connected'));
    },
  },
  {
    name: 'a dial whose signal has aborted is given up',
    run: async ({ hub }) => {
      await using echo = await startEcho();
      const dial = hub.dial('m1', echo.target, AbortSignal.abort());
      await assert.rejects(dial, (error) => isTunnelError(error, 'aborted'));
      assert.equal(hub.openStreams('m1'), 0);
    },
  },
  {
    name: 'a target that resets its connection is a failure, not an end',
    run: async ({ hub }) => {
      await using rude = await startTarget((socket) => {
        socket.write('half of it');
        socket.once('data', () => socket.resetAndDestroy());
      });
      const stream = await hub.dial('m1', rude.target, NEVER);
      await readBytes(stream, 10);
      stream.write('now');
      assertCode(await failureOf(stream), 'closed');
    },
  },
  {
    name: 'when the agent goes every stream fails, and new dials are refused',
    run: async ({ hub, agent }, { eventually }) => {
      await using echo = await startEcho();
      const streams = await Promise.all(Array.from({ length: 50 }, () => hub.dial('m1', echo.target, NEVER)));
      for (const stream of streams) stream.write('x');
      await Promise.all(streams.map((stream) => readBytes(stream, 1)));
      const failures = Promise.all(streams.map(failureOf));
      agent.kill();
      for (const failure of await failures) assertCode(failure, 'closed');
      await eventually('the hub knows', () => !hub.isConnected('m1'));
      await assert.rejects(hub.dial('m1', echo.target, NEVER), (error) =>
        isTunnelError(error, 'not-connected'),
      );
      await eventually('the targets are let go', () => echo.sockets.size === 0);
    },
  },
  {
    name: 'when the hub goes the agent lets go of its targets',
    run: async ({ hub }, { eventually }) => {
      await using echo = await startEcho();
      const stream = await hub.dial('m1', echo.target, NEVER);
      stream.write('x');
      await readBytes(stream, 1);
      const failure = failureOf(stream);
      await hub.close();
      assertCode(await failure, 'closed');
      await eventually('the target is let go', () => echo.sockets.size === 0);
    },
  },
];

/** Where the protocol does not answer dials, the stream fails instead. */
async function dialFails(hub: TunnelHub, host: string, port: number): Promise<Error> {
  try {
    return await failureOf(await hub.dial('m1', { host, port }, NEVER));
  } catch (error) {
    assert.ok(error instanceof Error);
    return error;
  }
}

function assertCode(error: unknown, code: TunnelErrorCode): void {
  assert.ok(isTunnelError(error, code), `not a TunnelError "${code}": ${String(error)}`);
}
