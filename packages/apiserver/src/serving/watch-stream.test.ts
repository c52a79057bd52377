import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { expired } from '../errors/api-error.ts';
import type { KeptEvent } from '../registry/resource-storage.ts';
import { WatchStream } from './watch-stream.ts';

/** A client that reads when it is told to. */
class Reader extends EventEmitter {
  readonly written: string[] = [];
  isReading = true;
  isEnded = false;
  destroyed = false;

  write(chunk: string | Buffer): boolean {
    this.written.push(chunk.toString());
    return this.isReading;
  }

  end(): void {
    this.isEnded = true;
  }
}

const EVENT: KeptEvent = {
  type: 'ADDED',
  item: { object: { kind: 'ConfigMap', apiVersion: 'v1', metadata: {} }, json: '{}' },
};

function streamTo(reader: Reader): WatchStream {
  return new WatchStream(reader as unknown as ServerResponse, () => Buffer.from('line\n'));
}

test('a client that does not read is sent nothing more until it does', async () => {
  const reader = new Reader();
  reader.isReading = false;
  await streamTo(reader).serve(async (onEvent) => {
    for (let i = 0; i < 5; i += 1) onEvent(EVENT);
    assert.equal(reader.written.length, 1);
    reader.isReading = true;
    reader.emit('drain');
    assert.equal(reader.written.length, 5);
  });
  assert.ok(reader.isEnded);
});

test('a client that stays behind is let go; what it was sent to begin with does not count', async () => {
  const reader = new Reader();
  reader.isReading = false;
  let accepted = 0;
  await streamTo(reader).serve(async (onEvent) => {
    for (let i = 0; i < 20_000; i += 1) assert.ok(onEvent(EVENT));
    await Promise.resolve();
    while (onEvent(EVENT)) accepted += 1;
  });
  assert.equal(accepted, 10_000);
});

test('what ends a watch goes out as its last event', async () => {
  const reader = new Reader();
  await streamTo(reader).serve(() => Promise.reject(expired('too old resource version: 1 (5)')));
  const last = JSON.parse(reader.written.at(-1) ?? '') as { type: string; object: { code: number } };
  assert.equal(last.type, 'ERROR');
  assert.equal(last.object.code, 410);
  assert.ok(reader.isEnded);
});
