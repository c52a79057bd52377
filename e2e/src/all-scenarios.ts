import type { Scenario } from './scenario.ts';
import { crashLoop } from './scenarios/crash-loop.ts';
import { cronJob } from './scenarios/cron-job.ts';
import { deletionPolicies } from './scenarios/deletion-policies.ts';
import { drainWithBudget } from './scenarios/drain-with-budget.ts';
import { jobs } from './scenarios/jobs.ts';
import { logsAndExec } from './scenarios/logs-and-exec.ts';
import { namespaceDeletion } from './scenarios/namespace-deletion.ts';
import { nodeLost } from './scenarios/node-lost.ts';
import { programs } from './scenarios/programs.ts';
import { rollingUpdate } from './scenarios/rolling-update.ts';
import { scale } from './scenarios/scale.ts';
import { serviceEndpoints } from './scenarios/service-endpoints.ts';
import { statefulSetVolumes } from './scenarios/stateful-set-volumes.ts';

/** The slow ones first: they mostly wait, beside the others. */
export const LIVING_SCENARIOS: readonly Scenario[] = [
  cronJob,
  crashLoop,
  rollingUpdate,
  statefulSetVolumes,
  drainWithBudget,
  namespaceDeletion,
  jobs,
  scale,
  deletionPolicies,
  serviceEndpoints,
  logsAndExec,
  programs,
];

/** On a cluster of their own, since it gives nodes up early. */
export const LOSING_SCENARIOS: readonly Scenario[] = [nodeLost];
