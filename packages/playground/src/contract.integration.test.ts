import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ALL_CASES,
  problemsOf,
  readTranscripts,
  runCases,
  type ContractTarget,
} from '@banyan/testing/contract';
import { startPlaygroundCluster } from './cluster/playground-cluster.ts';

/** What needs no controllers is asked of the API server alone; what needs a kubelet was recorded with lines of kwok's. */
const CASES = ALL_CASES.filter(({ needs }) => needs.length === 1 && needs[0] === 'controllers');

test('what only controllers can bring about is answered as by a real cluster', async (t) => {
  const defects: unknown[] = [];
  const cluster = await startPlaygroundCluster({
    name: 'contract',
    onDefect: (error) => defects.push(error),
  });
  t.after(() => cluster.stop());
  const target: ContractTarget = {
    server: cluster.server,
    ca: cluster.certificates.ca,
    capabilities: new Set(['controllers'] as const),
    client: (user, groups) => cluster.certificates.client(user, groups),
  };
  const recorded = readTranscripts();
  const outcomes = await runCases(CASES, target);
  assert.ok(outcomes.size > 0);
  const problems = [...outcomes].flatMap(([key, outcome]) => problemsOf(key, outcome, recorded.get(key)));
  assert.deepEqual(problems, []);
  assert.deepEqual(defects, []);
});
