import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnsweredRequest } from '@banyan/apiserver';
import { SOCKETS_PATH } from '../routing/socket-path.ts';
import { auditLine } from './audit-line.ts';

const context = {
  findMember: (name: string) => (name === 'edge' ? { id: 'id-1', name: 'edge' } : undefined),
  now: () => new Date(0),
};

function lineOf(url: string, method = 'GET', headers: object = {}): Record<string, unknown> | undefined {
  const answered = {
    request: { url, method, headers },
    user: { name: 'jane', groups: ['a', 'b'], extra: {} },
    status: 200,
    durationMs: 1.6,
    remoteAddress: '10.0.0.1',
  } as unknown as AnsweredRequest;
  const line = auditLine(answered, context);
  return line === undefined ? undefined : (JSON.parse(line) as Record<string, unknown>);
}

const COMMON = {
  time: '1970-01-01T00:00:00.000Z',
  user: 'jane',
  groups: 2,
  memberId: 'id-1',
  memberName: 'edge',
  status: 200,
  durationMs: 2,
  source: ['10.0.0.1'],
};

const ROWS: readonly [method: string, rest: string, said: object][] = [
  [
    'GET',
    'edge/proxy/direct/apis/apps/v1/namespaces/shop/deployments/web/scale?x=secret',
    {
      verb: 'get',
      via: 'direct',
      group: 'apps',
      resource: 'deployments',
      subresource: 'scale',
      namespace: 'shop',
      name: 'web',
    },
  ],
  [
    'GET',
    'edge/proxy/direct/api/v1/pods?watch=1',
    { verb: 'watch', via: 'direct', group: '', resource: 'pods' },
  ],
  ['POST', 'edge/proxy/direct/version?x=secret', { verb: 'post', via: 'direct', path: '/version' }],
  [
    'PUT',
    'edge/proxy/http/web.shop:80/x?y=secret',
    { verb: 'put', via: 'http', host: 'web.shop:80', path: '/x' },
  ],
  ['GET', 'edge/attach', { verb: 'attach', via: 'attach' }],
];

for (const [method, rest, said] of ROWS)
  test(`${method} ${rest} is written down`, () => {
    assert.deepEqual(lineOf(`${SOCKETS_PATH}${rest}`, method), { ...COMMON, ...said });
  });

test('what is refused is written down as far as it is understood', () => {
  const unknown = lineOf(`${SOCKETS_PATH}nobody/proxy/direct/version`);
  assert.deepEqual([unknown?.['memberId'], unknown?.['memberName']], ['nobody', '']);
  assert.equal(lineOf(`${SOCKETS_PATH}edge/proxy/direct/../x`)?.['path'], 'refused');
});

test('the way that a request came is written down, and nothing that is no address', () => {
  const line = lineOf(`${SOCKETS_PATH}edge/attach`, 'GET', {
    'x-forwarded-for': '192.0.2.1, evil"x, fd00::1',
  });
  assert.deepEqual(line?.['source'], ['192.0.2.1', 'fd00::1', '10.0.0.1']);
});

test('discovery and health are nobody’s business', () => {
  for (const url of ['/apis/proxies.clusternet.io/v1alpha1', '/healthz'])
    assert.equal(lineOf(url), undefined);
});
