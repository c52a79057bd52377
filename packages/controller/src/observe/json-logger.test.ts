import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonLogger } from './json-logger.ts';
import type { Logger } from './logger.ts';

const JWT = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl';

function logged(write: (logger: Logger) => void): Record<string, unknown>[] {
  const lines: string[] = [];
  const stream = { write: (text: string) => lines.push(text) };
  write(jsonLogger({ level: 'info', stream, fields: { program: 'hub' }, now: () => new Date(0) }));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

test('a line is one JSON object, and what is below the level is left out', () => {
  const lines = logged((logger) => {
    logger.debug({}, 'not shown');
    logger.warn({ member: 'a', count: 3 }, 'gone');
  });
  assert.deepEqual(lines, [
    { time: '1970-01-01T00:00:00.000Z', level: 'warn', msg: 'gone', program: 'hub', member: 'a', count: 3 },
  ]);
});

test('an error is what it says, its code and its cause', () => {
  const cause = Object.assign(new TypeError('no route'), { code: 'EHOSTUNREACH' });
  const [line] = logged((logger) => logger.error({ err: new Error('dial failed', { cause }) }, 'x'));
  assert.deepEqual(line?.['err'], {
    message: 'dial failed',
    cause: { message: 'no route', name: 'TypeError', code: 'EHOSTUNREACH' },
  });
});

const secrets: readonly { readonly what: string; readonly fields: object; readonly secret: string }[] = [
  { what: 'a field called token', fields: { token: 'abc' }, secret: 'abc' },
  { what: 'a header deep inside', fields: { a: [{ Authorization: 'Basic eA==' }] }, secret: 'eA==' },
  { what: 'a service account token in a message', fields: { err: new Error(`x ${JWT} y`) }, secret: JWT },
  { what: 'a bearer token', fields: { text: 'sent Bearer abc.def' }, secret: 'abc.def' },
  { what: 'a bootstrap token', fields: { text: 'with abcdef.0123456789abcdef' }, secret: '0123456789abcdef' },
  {
    what: 'a private key',
    fields: { pem: '-----BEGIN PRIVATE KEY-----\nMIIx\n-----END PRIVATE KEY-----' },
    secret: 'MIIx',
  },
  { what: 'bytes', fields: { data: Buffer.from('secret') }, secret: '115' },
];
for (const { what, fields, secret } of secrets)
  test(`${what} is not written`, () => {
    const [line] = logged((logger) => logger.info(fields, 'said'));
    assert.equal(line?.['msg'], 'said');
    assert.ok(!JSON.stringify(line).includes(secret), JSON.stringify(line));
  });

test('nothing that is logged makes it throw', () => {
  const cycle: Record<string, unknown> = { big: 10n };
  cycle['self'] = cycle;
  const throwing = Object.defineProperty({}, 'bad', {
    enumerable: true,
    get: () => {
      throw new Error('no');
    },
  });
  const lines = logged((logger) => {
    logger.info({ cycle }, 'a');
    logger.info({ throwing }, 'b');
  });
  assert.equal(lines.length, 2);
  assert.match(String(lines[1]?.['msg']), /could not be written/);
});
