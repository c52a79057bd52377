import assert from 'node:assert/strict';
import type { Duplex } from 'node:stream';
import { NEVER, type ContractCase, type ContractOptions } from './contract-case.ts';
import { digest, patternedBytes, readBytes } from './read-stream.ts';
import { startEcho, startTarget } from './tunnel-rig.ts';

/** Who does not read holds up the one who writes to it, and nobody else. */
export const flowCases: readonly ContractCase[] = [
  {
    name: 'a reader that does not read stops the far writer, and nobody else',
    run: async ({ hub }, { eventually }) => {
      await using echo = await startEcho();
      let written = 0;
      await using flood = await startTarget((socket) => {
        const block = Buffer.alloc(256 * 1024);
        const more = (): void => {
          do written += block.length;
          while (socket.write(block));
        };
        socket.on('drain', more);
        more();
      });
      const stalled = await hub.dial('m1', flood.target, NEVER);
      let before = -1;
      await eventually('the writer has come to a halt', () => {
        const isStill = written === before;
        before = written;
        return written > 2_000_000 && isStill;
      });
      assert.ok(written < 64 * 1024 * 1024, `${written} bytes were taken for a reader that does not read`);
      const other = await hub.dial('m1', echo.target, NEVER);
      const bytes = patternedBytes(4_000_000, 5);
      other.write(bytes);
      assert.equal(digest(await readBytes(other, bytes.length)), digest(bytes));
      // It goes on as soon as it is read.
      await readBytes(stalled, written + 1_000_000);
      stalled.destroy();
      other.destroy();
    },
  },
  {
    name: 'a target that does not read stops the writer at the hub, and nobody else',
    run: async ({ hub }, { eventually }) => {
      await using echo = await startEcho();
      await using deaf = await startTarget((socket) => socket.pause());
      const stalled = await hub.dial('m1', deaf.target, NEVER);
      let written = 0;
      let isBlocked = false;
      while (!isBlocked) {
        const block = Buffer.alloc(256 * 1024);
        isBlocked = !stalled.write(block) && (await isStuck(stalled, eventually));
        written += block.length;
        assert.ok(written < 128 * 1024 * 1024, 'the writer is never held back');
      }
      const other = await hub.dial('m1', echo.target, NEVER);
      other.write('still here');
      assert.equal((await readBytes(other, 10)).toString(), 'still here');
      stalled.destroy();
      other.destroy();
    },
  },
  {
    name: 'thousands of streams leave nothing behind',
    run: async ({ hub }, { eventually }) => {
      await using echo = await startEcho();
      const lane = async (): Promise<void> => {
        for (let i = 0; i < 150; i += 1) {
          const stream = await hub.dial('m1', echo.target, NEVER);
          stream.write('x');
          await readBytes(stream, 1);
          stream.destroy();
        }
      };
      await Promise.all(Array.from({ length: 20 }, lane));
      await eventually('the targets are let go', () => echo.sockets.size === 0);
      assert.equal(hub.sessions('m1'), 1);
      assert.equal(hub.openStreams('m1'), 0);
    },
  },
];

/** Whether a writer that has to wait still waits after the event loop went round many times. */
async function isStuck(stream: Duplex, eventually: ContractOptions['eventually']): Promise<boolean> {
  let rounds = 0;
  let isFree = false;
  stream.once('drain', () => {
    isFree = true;
  });
  await eventually('drained or stuck', () => {
    rounds += 1;
    return isFree || rounds > 40;
  });
  return !isFree;
}
