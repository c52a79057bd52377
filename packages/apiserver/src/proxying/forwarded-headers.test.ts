import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { endToEnd, forwardedHeaders } from './forwarded-headers.ts';

const TOKEN = 'base64url.bearer.authorization.k8s.io.c2VjcmV0';

function message(headers: Record<string, string>, remoteAddress?: string): IncomingMessage {
  const headersDistinct = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
  return { headers, headersDistinct, socket: { remoteAddress } } as unknown as IncomingMessage;
}

const ROWS: readonly [what: string, sent: Record<string, string>, passed: Record<string, string>][] = [
  ['what is about the message', { accept: 'a', 'x-own': 'b' }, { accept: 'a', 'x-own': 'b' }],
  ['nothing of the connection', { te: 'trailers', 'keep-alive': '5', host: 'h', upgrade: 'websocket' }, {}],
  [
    'nothing that the connection names',
    { connection: 'X-Own, close', 'x-own': 'b', accept: 'a' },
    { accept: 'a' },
  ],
  [
    'nothing that proves who asks, or says for whom',
    { authorization: 'Bearer t', 'impersonate-user': 'u', 'impersonate-extra-x': 'v', 'x-remote-group': 'g' },
    {},
  ],
  ['protocols but a token', { 'sec-websocket-protocol': `${TOKEN},v4` }, { 'sec-websocket-protocol': 'v4' }],
  ['no protocols if there is none but a token', { 'sec-websocket-protocol': TOKEN }, {}],
];

for (const [what, sent, passed] of ROWS) {
  test(`a request is passed on with ${what}`, () => {
    assert.deepEqual(forwardedHeaders(message(sent)), passed);
  });
}

test('what is added stands in the place of what was sent, and an upgrade says what it is for', () => {
  const sent = { upgrade: 'websocket', connection: 'Upgrade', 'x-own': 'b', 'x-forwarded-for': '192.0.2.1' };
  const options = { added: { 'X-Own': 'ours', 'X-Remote-User': 'u' }, upgrade: true };
  assert.deepEqual(forwardedHeaders(message(sent, '10.0.0.1'), options), {
    'x-own': 'ours',
    'x-remote-user': 'u',
    'x-forwarded-for': '192.0.2.1, 10.0.0.1',
    connection: 'Upgrade',
    upgrade: 'websocket',
  });
});

test('a header that is there twice is passed on twice', () => {
  const headers = { 'set-cookie': ['a', 'b'] };
  const answer = { headers, headersDistinct: headers } as unknown as IncomingMessage;
  assert.deepEqual(endToEnd(answer), { 'set-cookie': ['a', 'b'] });
});

test('what is added as undefined is taken away', () => {
  const sent = { cookie: 'a=b', accept: 'c' };
  assert.deepEqual(forwardedHeaders(message(sent), { added: { Cookie: undefined } }), { accept: 'c' });
});
