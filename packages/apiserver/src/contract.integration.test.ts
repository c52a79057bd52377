import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CertificateAuthority, type CertificateAndKey } from '@banyan/kube';
import {
  ALL_CASES,
  caseKey,
  problemsOf,
  readTranscripts,
  runCases,
  type ContractTarget,
} from '@banyan/testing/contract';
import { startApiServer } from './api-server.ts';
import { knownContractDifferences } from './known-differences.ts';
import { ObjectStore } from './storage/object-store.ts';
import { memoryPersistence } from './storage/persistence.ts';

const HOUR_MS = 3_600_000;
/** `BANYAN_CASES=kinds/ingress` runs the cases whose keys begin so. */
const ONLY = process.env['BANYAN_CASES'] ?? '';

test('every case of the contract suite is answered as the real server answers it, but for the known differences', async (t) => {
  const known = knownContractDifferences();
  const recorded = readTranscripts();
  const defects: unknown[] = [];
  const { target, stop } = await startTarget((error) => defects.push(error));
  t.after(stop);
  const cases = ALL_CASES.filter((one) => !known.has(`${one.row}/*`) && caseKey(one).startsWith(ONLY));
  const outcomes = await runCases(cases, target);
  t.diagnostic(`${outcomes.size} of ${ALL_CASES.length} cases run, ${known.size} known differences`);
  const problems = [...outcomes].flatMap(([key, outcome]) => {
    const found = problemsOf(key, outcome, recorded.get(key));
    if (!known.has(key)) return found;
    return found.length === 0 ? [`${key}: passes now; take it out of known-differences.json`] : [];
  });
  assert.deepEqual(problems, []);
  assert.deepEqual(defects, []);
});

test('every known difference is about a case that there is, and says why', () => {
  const keys = new Set(ALL_CASES.flatMap((one) => [caseKey(one), `${one.row}/*`]));
  for (const [key, reason] of knownContractDifferences()) {
    assert.ok(keys.has(key), `${key}: there is no such case`);
    assert.ok(reason.length > 10, `${key}: why?`);
  }
});

async function startTarget(
  onDefect: (error: unknown) => void,
): Promise<{ target: ContractTarget; stop: () => Promise<void> }> {
  const validity = {
    notBefore: new Date(Date.now() - HOUR_MS),
    notAfter: new Date(Date.now() + 24 * HOUR_MS),
  };
  const ca = CertificateAuthority.create('test', validity.notBefore, validity.notAfter);
  const usages = ['server'] as const;
  const certificate = ca.issue({ commonName: 'apiserver', hosts: ['127.0.0.1'], usages, ...validity });
  const store = await ObjectStore.open(memoryPersistence());
  const frontProxy = CertificateAuthority.create('front-proxy', validity.notBefore, validity.notAfter);
  const address = {
    host: '127.0.0.1',
    port: 0,
    clientCa: ca.certificate,
    frontProxyCa: frontProxy.certificate,
    frontProxyClient: frontProxy.issue({ commonName: 'front-proxy-client', usages: ['client'], ...validity }),
  };
  const server = await startApiServer({ store, ...address, ...certificate, onDefect });
  // A key costs more than the request that it is for.
  const clients = new Map<string, CertificateAndKey>();
  const target: ContractTarget = {
    server: `https://127.0.0.1:${server.port}`,
    ca: ca.certificate,
    capabilities: new Set(['compaction', 'front-proxy'] as const),
    client: (user, groups) => {
      const key = JSON.stringify([user, groups]);
      const made =
        clients.get(key) ??
        ca.issue({ commonName: user, organizations: groups, usages: ['client'], ...validity });
      clients.set(key, made);
      return made;
    },
    frontProxyClient: () =>
      frontProxy.issue({ commonName: 'front-proxy-client', usages: ['client'], ...validity }),
    compactHistory: async () => store.compact(),
  };
  return {
    target,
    stop: async () => {
      await server.stop();
      await store.close();
    },
  };
}
