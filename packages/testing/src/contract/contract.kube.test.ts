import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ALL_CASES } from './all-cases.ts';
import { caseKey } from './contract-case.ts';
import { problemsOf } from './judge-outcome.ts';
import { runOnRealKubernetes } from './record-contract.ts';
import { readTranscripts } from './transcript-files.ts';

const recorded = readTranscripts();
const outcomes = await runOnRealKubernetes(ALL_CASES);

describe('real Kubernetes answers as recorded', () => {
  for (const one of ALL_CASES) {
    const key = caseKey(one);
    test(`${key}: ${one.name}`, () => {
      assert.equal(problemsOf(key, outcomes.get(key), recorded.get(key)).join('\n'), '');
    });
  }
});
