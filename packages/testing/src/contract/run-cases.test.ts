import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { CertificateAuthority } from '@banyan/kube';
import type { CaseContext } from './case-context.ts';
import { contractCases, type CaseDefinition } from './contract-case.ts';
import type { ContractTarget } from './contract-target.ts';
import { runCases } from './run-cases.ts';

const validity = { notBefore: new Date(Date.now() - 3_600_000), notAfter: new Date(Date.now() + 3_600_000) };
const ca = CertificateAuthority.create('test', validity.notBefore, validity.notAfter);
const { certificate, key } = ca.issue({
  commonName: 'server',
  hosts: ['127.0.0.1'],
  usages: ['server'],
  ...validity,
});

const admin = ca.issue({ commonName: 'admin', usages: ['client'], ...validity });

describe('a run of cases', () => {
  const asked: string[] = [];
  // It creates whatever it is asked to, and has nothing.
  const server = createServer({ cert: certificate, key }, (request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const status = request.method === 'POST' ? 201 : 404;
    const name = request.url?.split('/').at(-1) ?? '';
    const body = JSON.stringify(status === 201 ? { metadata: { name: `new-${name}`, uid: 'u' } } : {});
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => server.close());

  const target = (): ContractTarget => ({
    server: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ca: ca.certificate,
    capabilities: new Set(['compaction']),
    client: () => admin,
  });
  const run = (...definitions: CaseDefinition[]) => runCases(contractCases('verbs', definitions), target());
  const name = 'a case of this test';
  const nothing = () => Promise.resolve();

  test('gives the transcript of what was asked, not of the preparations', async () => {
    const outcomes = await run({
      id: 'one',
      name,
      run: async (c) => void (await c.request({ path: c.at('things') })),
    });
    const outcome = outcomes.get('verbs/one');
    assert.ok(outcome && 'transcript' in outcome);
    assert.deepEqual(outcome.transcript.exchanges, [
      {
        request: { method: 'GET', path: '/api/v1/namespaces/verbs-one/things' },
        response: { status: 404, headers: { 'content-type': 'application/json' }, body: {} },
      },
    ]);
    assert.ok(asked.includes('POST /api/v1/namespaces'));
    assert.ok(asked.includes('DELETE /api/v1/namespaces/verbs-one'));
  });

  test('names a case that fails, and goes on with the others', async () => {
    const broken = () => Promise.reject(new Error('it broke'));
    const outcomes = await run({ id: 'bad', name, run: broken }, { id: 'good', name, run: nothing });
    const bad = outcomes.get('verbs/bad');
    assert.ok(bad && 'error' in bad);
    assert.match(bad.error.message, /^verbs\/bad: .*it broke/);
    assert.ok(outcomes.has('verbs/good'));
  });

  test('leaves out cases that need what the target has not', async () => {
    const outcomes = await run(
      { id: 'needs-life', name, needs: ['controllers'], run: nothing },
      { id: 'needs-compaction', name, needs: ['compaction'], run: nothing },
    );
    assert.deepEqual([...outcomes.keys()], ['verbs/needs-compaction']);
  });

  test('lets a case that must be alone be alone, and runs the others at the same time', async () => {
    let running = 0;
    const most: Record<string, number> = {};
    const counting = (id: string) => async (c: CaseContext) => {
      running += 1;
      for (let i = 0; i < 3; i += 1) {
        await c.request({ path: '/' });
        most[id] = Math.max(most[id] ?? 0, running);
      }
      running -= 1;
    };
    const together = ['a', 'b', 'c'].map((id) => ({ id, name, run: counting(id) }));
    await run(...together, { id: 'alone', name, alone: true, run: counting('alone') });
    assert.equal(most['alone'], 1);
    assert.ok(Math.max(most['a'] ?? 0, most['b'] ?? 0, most['c'] ?? 0) > 1);
  });

  test('removes the cluster-scoped objects that a case made, newest first', async () => {
    asked.length = 0;
    const make = async (c: CaseContext) => {
      await c.setup({ method: 'POST', path: '/apis/g/v1/firsts', body: {} });
      await c.request({ method: 'POST', path: '/apis/g/v1/seconds', body: {} });
    };
    await run({ id: 'makes', name, run: make });
    assert.deepEqual(
      asked.filter((one) => one.startsWith('DELETE /apis')),
      ['DELETE /apis/g/v1/seconds/new-seconds', 'DELETE /apis/g/v1/firsts/new-firsts'],
    );
  });

  test('fails a case whose set-up is refused', async () => {
    const outcomes = await run({
      id: 'unset',
      name,
      run: async (c) => void (await c.setup({ path: '/gone' })),
    });
    const outcome = outcomes.get('verbs/unset');
    assert.ok(outcome && 'error' in outcome);
    assert.match(outcome.error.message, /set-up GET \/gone: 404/);
  });
});
