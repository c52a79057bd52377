import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ALL_CASES,
  caseKey,
  problemsOf,
  readTranscripts,
  runCases,
  type ContractTarget,
} from '@banyan/testing/contract';
import { knownContractDifferences } from './known-differences.ts';
import { startTestApiServer } from './test-api-server.ts';

/** `BANYAN_CASES=kinds/ingress` runs the cases whose keys begin so. */
const ONLY = process.env['BANYAN_CASES'] ?? '';

/** Cases of a controller whose work this server does itself. */
const KEPT_BY_THE_SERVER = new Set(['rbac/aggregated-role', 'rbac/default-user-roles']);

test('every case of the contract suite is answered as the real server answers it, but for the known differences', async (t) => {
  const known = knownContractDifferences();
  const recorded = readTranscripts();
  const defects: unknown[] = [];
  const { target, stop } = await startTarget((error) => defects.push(error));
  t.after(stop);
  const cases = ALL_CASES.filter((one) => !known.has(`${one.row}/*`) && caseKey(one).startsWith(ONLY)).map(
    (one) => (KEPT_BY_THE_SERVER.has(caseKey(one)) ? { ...one, needs: [] } : one),
  );
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
  const { server, ca, store, peer, frontProxyClient, stop } = await startTestApiServer(undefined, () => ({
    onDefect,
  }));
  const target: ContractTarget = {
    server,
    ca: ca.certificate,
    capabilities: new Set(['compaction', 'front-proxy'] as const),
    client: peer,
    frontProxyClient,
    compactHistory: async () => store.compact(),
  };
  return { target, stop };
}
