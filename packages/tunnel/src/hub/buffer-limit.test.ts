import assert from 'node:assert/strict';
import { Duplex } from 'node:stream';
import { test } from 'node:test';
import { isTunnelError } from '../tunnel-error.ts';
import { enforceBufferLimit } from './buffer-limit.ts';

class Holding extends Duplex {
  readonly bufferedBytes: number;

  constructor(bufferedBytes: number) {
    super();
    this.bufferedBytes = bufferedBytes;
    this.on('error', () => undefined);
  }

  override _read(): void {}
}

const CASES = [
  ['within the limit nobody is cut', [10, 40, 50], []],
  ['those that hold most are cut, and no more than need be', [10, 90, 50, 0, 30], [90]],
  ['several, if one is not enough', [60, 70, 80, 20], [80, 70]],
] as const;

for (const [what, held, expected] of CASES) {
  test(what, () => {
    const streams = held.map((bytes) => new Holding(bytes));
    enforceBufferLimit(streams, 100);
    const cut = streams.filter((stream) => stream.destroyed);
    assert.deepEqual(
      cut.map((stream) => stream.bufferedBytes).sort((a, b) => b - a),
      expected,
    );
    for (const stream of cut) assert.ok(isTunnelError(stream.errored, 'closed'));
  });
}
