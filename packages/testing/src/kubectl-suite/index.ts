/** Apart from the package's own index: sixty scenarios are not loaded by tests that want a clock. */
export { ALL_SCENARIOS } from './all-scenarios.ts';
export { transcriptDifference } from './compare-transcripts.ts';
export { findKubectl, type Kubectl } from './find-kubectl.ts';
export { FollowedKubectl, runKubectl, type KubectlOutput } from './kubectl-process.ts';
export { KubectlSession } from './kubectl-session.ts';
export type { KubectlTarget, StartedTarget } from './kubectl-target.ts';
export { startRealTarget } from './real-target.ts';
export { readTranscript, writeTranscript } from './recorded-transcripts.ts';
export { runStep } from './run-step.ts';
export { runSuite, type Outcome, type SuiteOptions } from './run-suite.ts';
export type { Capability, Scenario, Step } from './scenario.ts';
export { testScenarios, type ScenarioTests } from './test-scenarios.ts';
export { printTranscript, type StepResult } from './transcript.ts';
