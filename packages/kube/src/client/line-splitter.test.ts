import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { LineSplitter } from './line-splitter.ts';

const LIMIT = 1000;

function split(chunks: readonly Buffer[], limit = LIMIT): string[] {
  const splitter = new LineSplitter(limit);
  return chunks.flatMap((chunk) => splitter.push(chunk).map((line) => line.toString('utf8')));
}

describe('a line splitter', () => {
  const stream = Buffer.from('{"a":1}\n{"b":"é"}\n\n{"c":"✓✓"}\n{"torso"');
  const lines = ['{"a":1}', '{"b":"é"}', '{"c":"✓✓"}'];

  it('gives the same lines wherever the stream is split in two', () => {
    for (let at = 0; at <= stream.length; at += 1) {
      assert.deepEqual(split([stream.subarray(0, at), stream.subarray(at)]), lines, `split at ${at}`);
    }
  });

  it('gives the same lines one byte at a time', () => {
    assert.deepEqual(split(Array.from(stream, (byte) => Buffer.from([byte]))), lines);
  });

  it('gives what is complete, and no more, wherever the stream is cut', () => {
    for (let at = 0; at <= stream.length; at += 1) {
      const complete = stream.subarray(0, at).toString('latin1').split('\n').slice(0, -1);
      const expected = lines.slice(0, complete.filter((line) => line !== '').length);
      assert.deepEqual(split([stream.subarray(0, at)]), expected, `cut at ${at}`);
    }
  });

  it('gives the same lines for any text and any chunks', () => {
    const line = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\n'));
    fc.assert(
      fc.property(
        fc.array(line),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
        (texts, sizes) => {
          const bytes = Buffer.from(texts.map((text) => `${text}\n`).join(''));
          const chunks: Buffer[] = [];
          for (let start = 0, i = 0; start < bytes.length; i += 1) {
            const size = sizes[i % sizes.length] ?? 1;
            chunks.push(bytes.subarray(start, start + size));
            start += size;
          }
          const expected = texts
            .map((text) => Buffer.from(text).toString('utf8'))
            .filter((text) => text !== '');
          assert.deepEqual(split(chunks, bytes.length), expected);
        },
      ),
    );
  });

  it('throws at a line above its limit, in one chunk or in many, and never holds more than that', () => {
    assert.throws(() => split([Buffer.alloc(LIMIT + 1, 'x')]), { code: 'BadResponse' });
    assert.throws(() => split([Buffer.from(`${'x'.repeat(LIMIT + 1)}\n`)]), { code: 'BadResponse' });
    const splitter = new LineSplitter(LIMIT);
    assert.throws(
      () => {
        for (let i = 0; i < 100; i += 1) splitter.push(Buffer.alloc(100, 'x'));
      },
      { code: 'BadResponse' },
    );
    assert.ok(splitter.pendingBytes <= LIMIT);
  });

  it('takes a line of exactly its limit', () => {
    assert.deepEqual(split([Buffer.from(`${'x'.repeat(LIMIT)}\n`)]), ['x'.repeat(LIMIT)]);
  });
});
