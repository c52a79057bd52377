import { LIVING_SCENARIOS, LOSING_SCENARIOS } from './all-scenarios.ts';
import { startRealTarget } from './targets/real-target.ts';
import { testScenarios } from './test-scenarios.ts';

const title = 'real Kubernetes still shows what was recorded from it';
testScenarios(title, LIVING_SCENARIOS, () => startRealTarget());
testScenarios(`${title}, when a node is lost`, LOSING_SCENARIOS, () => startRealTarget({ losesNodes: true }));
