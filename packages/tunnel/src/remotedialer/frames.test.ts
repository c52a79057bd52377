import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeConnectionIds, decodeFrame, encodeFrame, FRAME_TYPES } from './frames.ts';

/** Bytes as Go's binary.PutVarint writes them: zig-zag, seven bits a byte, the lowest first. */
const ON_THE_WIRE = [
  ['connect', 1, 2, FRAME_TYPES.connect, 'tcp/10.96.0.1:443', '020404b0ea01'],
  ['data', 64, 3, FRAME_TYPES.data, 'hello', '80010602b0ea01'],
  ['error', 2, 2, FRAME_TYPES.error, 'EOF', '040406'],
  ['pause', 3, 300, FRAME_TYPES.pause, '', '06d8040c'],
  ['resume', 4, 2 ** 40, FRAME_TYPES.resume, '', '088080808080400e'],
] as const;

for (const [name, messageId, connectionId, type, text, header] of ON_THE_WIRE) {
  test(`${name} as remotedialer writes it`, () => {
    const body = Buffer.from(text);
    const bytes = encodeFrame(messageId, { type, connectionId, body });
    assert.equal(bytes.toString('hex'), header + body.toString('hex'));
    assert.deepEqual(decodeFrame(bytes), { type, connectionId, body });
  });
}

test('a message id of 63 bits, and a negative one, are passed over', () => {
  for (const id of ['feffffffffffffffff01', 'ffffffffffffffffff01', '01']) {
    const frame = decodeFrame(Buffer.from(`${id}0406454f46`, 'hex'));
    assert.deepEqual(frame, { type: FRAME_TYPES.error, connectionId: 2, body: Buffer.from('EOF') });
  }
});

for (const [what, hex] of [
  ['nothing', ''],
  ['an id alone', '02'],
  ['no type', '0204'],
  ['a number without an end', '8080'],
  ['a number of eleven bytes', '8080808080808080808080010406'],
  ['data without its deadline', '020402'],
]) {
  test(`${what} is no frame`, () =>
    assert.throws(() => decodeFrame(Buffer.from(hex ?? '', 'hex')), RangeError));
}

test('a frame is read as it was written, and any bytes at all are a frame or a RangeError', () => {
  const type = fc.constantFrom(...Object.values(FRAME_TYPES));
  const number = fc.integer({ min: 0, max: 2 ** 52 });
  fc.assert(
    fc.property(number, number, type, fc.uint8Array(), (messageId, connectionId, kind, bytes) => {
      const frame = { type: kind, connectionId, body: Buffer.from(bytes) };
      assert.deepEqual(decodeFrame(encodeFrame(messageId, frame)), frame);
      try {
        decodeFrame(Buffer.from(bytes));
      } catch (error) {
        assert.ok(error instanceof RangeError);
      }
    }),
  );
});

test('the list of connections', () => {
  assert.deepEqual([...decodeConnectionIds(Buffer.from('02000000000000000300000000000000', 'hex'))], [2, 3]);
  assert.deepEqual([...decodeConnectionIds(Buffer.alloc(0))], []);
  assert.throws(() => decodeConnectionIds(Buffer.alloc(9)), RangeError);
});
