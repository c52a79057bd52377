import { findKubectl } from './find-kubectl.ts';
import { startRealTarget } from './real-target.ts';
import { testScenarios } from './test-scenarios.ts';

testScenarios({
  title: 'kubectl on real Kubernetes gives the recorded transcripts',
  kubectl: await findKubectl(),
  start: () => startRealTarget('living'),
  compare: 'transcripts',
});
