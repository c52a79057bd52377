import assert from 'node:assert/strict';
import { NEVER, type ContractCase } from './contract-case.ts';
import { digest, patternedBytes, readBytes } from './read-stream.ts';
import { startEcho, startTarget } from './tunnel-rig.ts';

/** Bytes arrive whole and in order. */
export const transferCases: readonly ContractCase[] = [
  {
    name: 'what is sent comes back',
    run: async ({ hub }) => {
      await using echo = await startEcho();
      const stream = await hub.dial('m1', echo.target, NEVER);
      stream.write('hello');
      assert.equal((await readBytes(stream, 5)).toString(), 'hello');
      stream.destroy();
    },
  },
  {
    name: 'a thousand streams at once each get their own bytes',
    run: async ({ hub }) => {
      await using echo = await startEcho();
      const exchange = async (number: number): Promise<void> => {
        const stream = await hub.dial('m1', echo.target, NEVER);
        const bytes = patternedBytes(1_000 + number, number);
        stream.write(bytes);
        assert.deepEqual(await readBytes(stream, bytes.length), bytes);
        stream.destroy();
      };
      await Promise.all(Array.from({ length: 1_000 }, (_, number) => exchange(number)));
    },
  },
  {
    name: 'large transfers arrive whole, both ways at the same time',
    needs: 'full-duplex',
    run: async ({ hub }) => {
      await using echo = await startEcho();
      const sent = patternedBytes(32 * 1024 * 1024, 7);
      const streams = await Promise.all([1, 2].map(() => hub.dial('m1', echo.target, NEVER)));
      const received = await Promise.all(
        streams.map((stream) => {
          for (let at = 0; at < sent.length; at += 100_000) stream.write(sent.subarray(at, at + 100_000));
          return readBytes(stream, sent.length);
        }),
      );
      for (const bytes of received) assert.equal(digest(bytes), digest(sent));
      for (const stream of streams) stream.destroy();
    },
  },
  {
    name: "the target's end comes after all that it has sent",
    run: async ({ hub }) => {
      const bytes = patternedBytes(3_000_000, 3);
      await using source = await startTarget((socket) => socket.end(bytes));
      const stream = await hub.dial('m1', source.target, NEVER);
      const chunks = await stream.toArray();
      assert.equal(digest(Buffer.concat(chunks as Buffer[])), digest(bytes));
      stream.destroy();
    },
  },
  {
    name: 'half-close',
    needs: 'half-close',
    run: async ({ hub }) => {
      // Answers only when it knows that all has been said.
      await using late = await startTarget((socket) => {
        let size = 0;
        socket.on('data', (chunk) => {
          size += chunk.length;
        });
        socket.once('end', () => socket.end(`got ${size}`));
      });
      const stream = await hub.dial('m1', late.target, NEVER);
      stream.end(patternedBytes(500_000, 1));
      assert.equal(Buffer.concat((await stream.toArray()) as Buffer[]).toString(), 'got 500000');
    },
  },
];
