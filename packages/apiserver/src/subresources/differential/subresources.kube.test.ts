import assert from 'node:assert/strict';
import { test } from 'node:test';
import { httpsExchange, startCluster, type HttpsPeer } from '@banyan/testing';
import { testCluster } from '../test-cluster.ts';
import { REQUESTS, type AskedRequest } from './requests.ts';

test('odd requests to endpoints below objects are answered as by the real server', async (t) => {
  const real = await startCluster();
  t.after(() => real.stop());
  const embedded = await testCluster(t);
  const theirs = real.peer('admin', ['system:masters']);
  const ours = {
    server: `https://127.0.0.1:${embedded.port}`,
    ca: embedded.ca.certificate,
    ...embedded.client('admin', ['system:masters']),
  };
  for (const request of REQUESTS) {
    const expected = await ask(theirs, request);
    assert.deepEqual(await ask(ours, request), expected, `${request.method} ${request.path}`);
  }
});

async function ask(peer: HttpsPeer, { method, path, type = 'application/json', body }: AskedRequest) {
  const hasBody = body !== undefined;
  const headers = { 'user-agent': 'differential/1', ...(hasBody && { 'content-type': type }) };
  const answer = await httpsExchange(peer, {
    method,
    path,
    headers,
    ...(hasBody && { body: JSON.stringify(body) }),
  });
  const text = withoutChance(answer.body.toString());
  const isJson = answer.headers['content-type']?.startsWith('application/json') === true;
  const { warning } = answer.headers;
  return { status: answer.status, warning, body: isJson ? (JSON.parse(text) as unknown) : text };
}

/** What differs from run to run: ids, versions, times, where a server keeps things. */
function withoutChance(text: string): string {
  return text
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<uid>')
    .replace(/(resourceVersion\\*":\\*")\d+/g, '$1<version>')
    .replace(/(ResourceVersion in object meta: |in record \()\d+/g, '$1<version>')
    .replace(/20\d\d-(?!01-01)\d\d-\d\dT[\d:]+Z/g, '<time>')
    .replace(/\/(registry|cluster-[0-9a-f]+)\//g, '/<storage>/')
    .replace(/in scheme \\*"[^"]*"/g, 'in scheme');
}
