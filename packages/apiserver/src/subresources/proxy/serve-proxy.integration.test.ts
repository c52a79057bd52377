import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { ApiError } from '../../errors/api-error.ts';
import { backend, frontend } from '../../proxying/test-servers.ts';
import type { ConnectRequest } from '../../registry/served-resource.ts';
import { serveProxy } from './serve-proxy.ts';

const BASE = '/api/v1/namespaces/n/pods/p/proxy';

/** An endpoint whose Pod is at `target`. */
function proxyTo(t: TestContext, target: URL) {
  const proxy = serveProxy(() => Promise.resolve({ url: new URL(target) }));
  return frontend(t, (request, response, context) => {
    const path = decodeURIComponent((request.url ?? '').split('?')[0] ?? '');
    const rest = path.slice(BASE.length);
    return proxy({ request, response, rest, ...context } as ConnectRequest);
  });
}

test('a request goes on with its path, its query and where it came from', async (t) => {
  const target = await backend(t, ({ url, headers }, response) => {
    response.end(`${url} ${String(headers['x-forwarded-uri'])}`);
  });
  const { url } = await proxyTo(t, target);
  for (const [asked, seen] of [
    [`${BASE}/`, `/ ${BASE}/`],
    [`${BASE}/a/b/?c=d&c=e`, `/a/b/?c=d&c=e ${BASE}/a/b/`],
    [`${BASE}/a%20b%3Fc`, `/a%20b%3Fc ${BASE}/a%20b%3Fc`],
  ] as const) {
    const answer = await fetch(new URL(asked, url));
    assert.equal(await answer.text(), seen);
  }
});

test('without a slash at its end an endpoint leads to itself with one', async (t) => {
  const { url } = await proxyTo(t, await backend(t, (_request, response) => response.end()));
  const answer = await fetch(new URL(`${BASE}?a=b`, url), { redirect: 'manual' });
  assert.deepEqual([answer.status, answer.headers.get('location')], [301, `${BASE}/?a=b`]);
});

const REDIRECTIONS: readonly [said: string, passed: string][] = [
  ['/login?next=x#y', `${BASE}/login?next=x#y`],
  ['{target}/login', `${BASE}/login`],
  ['login', 'login'],
  ['https://elsewhere.example/login', 'https://elsewhere.example/login'],
  [`${BASE}/login`, `${BASE}/login`],
];

test('a redirection within what is proxied stays within it', async (t) => {
  let location = '';
  const target = await backend(t, (_request, response) => response.writeHead(302, { location }).end());
  const { url } = await proxyTo(t, target);
  for (const [said, passed] of REDIRECTIONS) {
    location = said.replace('{target}', target.origin);
    const answer = await fetch(new URL(`${BASE}/`, url), { redirect: 'manual' });
    assert.equal(answer.headers.get('location'), passed, said);
  }
});

test('what cannot be reached is unavailable', async (t) => {
  const { url, failures } = await proxyTo(t, new URL('http://127.0.0.1:1'));
  await fetch(new URL(`${BASE}/`, url));
  const [error] = failures as ApiError[];
  assert.equal(error?.code, 503);
  assert.equal(
    error.message,
    'error trying to reach service: dial tcp 127.0.0.1:1: connect: connection refused',
  );
});
