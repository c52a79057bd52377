import type { KindRules } from '../kind-rules.ts';
import { controllerRevisionRules } from './controller-revision.ts';
import { cronJobRules } from './cron-job.ts';
import { daemonSetRules } from './daemon-set.ts';
import { deploymentRules } from './deployment.ts';
import { jobRules } from './job.ts';
import { replicaSetRules } from './replica-set.ts';
import { replicationControllerRules } from './replication-controller.ts';
import { statefulSetRules } from './stateful-set.ts';

/** The rules of the kinds in this folder, none of which asks anything of the cluster. */
export function workloadRules(): KindRules[] {
  return [
    controllerRevisionRules,
    cronJobRules,
    daemonSetRules,
    deploymentRules,
    jobRules,
    replicaSetRules,
    replicationControllerRules,
    statefulSetRules,
  ];
}
