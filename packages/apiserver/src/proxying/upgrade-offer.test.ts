import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import { test } from 'node:test';
import { isUpgrade } from './upgrade-offer.ts';

const ROWS: readonly [headers: IncomingHttpHeaders, isUpgrade: boolean][] = [
  [{ upgrade: 'websocket' }, true],
  [{ upgrade: 'WebSocket', 'content-length': '0' }, true],
  [{ upgrade: 'SPDY/3.1' }, true],
  [{ upgrade: 'h2c' }, false],
  [{}, false],
  [{ upgrade: 'websocket', 'content-length': '2' }, false],
  [{ upgrade: 'websocket', 'transfer-encoding': 'chunked' }, false],
];

for (const [headers, expected] of ROWS) {
  test(`${JSON.stringify(headers)} ${expected ? 'asks for' : 'is no request for'} another protocol`, () => {
    assert.equal(isUpgrade({ headers }), expected);
  });
}
