import { LIVING_SCENARIOS, LOSING_SCENARIOS } from './all-scenarios.ts';
import { startPlaygroundTarget } from './targets/playground-target.ts';
import { testScenarios } from './test-scenarios.ts';

const title = 'in the playground a user sees what they see on real Kubernetes';
testScenarios(title, LIVING_SCENARIOS, () => startPlaygroundTarget());
testScenarios(`${title}, when a node is lost`, LOSING_SCENARIOS, () =>
  startPlaygroundTarget({ losesNodes: true }),
);
