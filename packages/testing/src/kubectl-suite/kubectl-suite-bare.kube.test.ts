import { ALL_SCENARIOS } from './all-scenarios.ts';
import { findKubectl } from './find-kubectl.ts';
import { startRealTarget } from './real-target.ts';
import { testScenarios } from './test-scenarios.ts';

// What needs no controller must not show whether one is there: an API server alone is held to the same transcripts.
testScenarios({
  title: 'kubectl on a real API server alone gives the recorded transcripts',
  kubectl: await findKubectl(),
  start: () => startRealTarget('bare'),
  compare: 'transcripts',
  scenarios: ALL_SCENARIOS.filter(({ needs }) => needs === undefined),
});
