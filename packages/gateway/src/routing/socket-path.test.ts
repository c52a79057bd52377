import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiError } from '@banyan/apiserver';
import { parseSocketPath, SOCKETS_PATH, type SocketPath } from './socket-path.ts';

const member = 'edge-1';

const READ: readonly [rest: string, path: SocketPath][] = [
  ['edge-1', { type: 'socket', member }],
  ['edge-1/', { type: 'socket', member }],
  ['edge-1/attach', { type: 'attach', member }],
  ['edge-1/attach/', { type: 'attach', member }],
  ['edge-1/proxy/direct', { type: 'direct', member, path: '/' }],
  ['edge-1/proxy/direct/', { type: 'direct', member, path: '/' }],
  ['edge-1/proxy/direct?a=b', { type: 'direct', member, path: '/?a=b' }],
  ['edge-1/proxy/direct/api/v1/', { type: 'direct', member, path: '/api/v1/' }],
  ['edge-1/proxy/direct/a%20b?x=/../%2F//', { type: 'direct', member, path: '/a%20b?x=/../%2F//' }],
  ['edge-1/proxy/http/web.shop:80', { type: 'http', member, host: 'web.shop:80', path: '/' }],
  ['edge-1/proxy/https/[fd00::1]:443/x?y', { type: 'https', member, host: '[fd00::1]:443', path: '/x?y' }],
];

for (const [rest, path] of READ)
  test(`sockets/${rest} is understood`, () => {
    assert.deepEqual(parseSocketPath(`${SOCKETS_PATH}${rest}`), path);
  });

const REFUSED: readonly [rest: string, code: number][] = [
  ['edge-1/proxy', 404],
  ['edge-1/proxy/', 404],
  ['edge-1/proxy/directly', 404],
  ['edge-1/proxy/http', 404],
  ['edge-1/proxy/http/', 404],
  ['edge-1/log', 404],
  ['edge-1/attach/more', 404],
  ['edge%2d1/proxy/direct', 400],
  ['EDGE/proxy/direct', 400],
  ['-/proxy/direct', 400],
  ['/proxy/direct', 400],
  ['edge-1/proxy/direct/../..', 400],
  ['edge-1/proxy/direct/%2e%2E/x', 400],
  ['edge-1/proxy/direct/.%2e', 400],
  ['edge-1/proxy/direct/.', 400],
  ['edge-1/proxy/direct//x', 400],
  ['edge-1//proxy/direct', 400],
  ['edge-1/proxy/direct/a%2fb', 400],
  ['edge-1/proxy/direct/a%5Cb', 400],
  ['edge-1/proxy/direct/a\\b', 400],
  ['edge-1/proxy/direct/a%00', 400],
  ['edge-1/proxy/direct/a%', 400],
  ['edge-1/proxy/direct/a#b', 400],
  ['edge-1/proxy/direct/?a#b', 400],
  ['edge-1/proxy/direct/ä', 400],
  ['edge-1/proxy/direct/?q=ä', 400],
  ['edge-1/proxy/direct/a b', 400],
];

for (const [rest, code] of REFUSED)
  test(`sockets/${rest} is answered ${code}`, () => {
    assert.throws(
      () => parseSocketPath(`${SOCKETS_PATH}${rest}`),
      (error: ApiError) => error.code === code,
    );
  });
