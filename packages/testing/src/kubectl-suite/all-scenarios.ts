import type { Scenario } from './scenario.ts';
import { annotate } from './scenarios/annotate.ts';
import { apiResources } from './scenarios/api-resources.ts';
import { apply } from './scenarios/apply.ts';
import { applyInvalid } from './scenarios/apply-invalid.ts';
import { applyMigration } from './scenarios/apply-migration.ts';
import { applyPrune } from './scenarios/apply-prune.ts';
import { applyServerSide } from './scenarios/apply-server-side.ts';
import { attach } from './scenarios/attach.ts';
import { auth } from './scenarios/auth.ts';
import { autoscale } from './scenarios/autoscale.ts';
import { certificate } from './scenarios/certificate.ts';
import { clusterFacts } from './scenarios/cluster-facts.ts';
import { createErrors } from './scenarios/create-errors.ts';
import { createGenerators } from './scenarios/create-generators.ts';
import { customResources } from './scenarios/custom-resources.ts';
import { debug } from './scenarios/debug.ts';
import { deleteBackground } from './scenarios/delete-background.ts';
import { deleteForeground } from './scenarios/delete-foreground.ts';
import { deleteObjects } from './scenarios/delete-objects.ts';
import { deleteOrphan } from './scenarios/delete-orphan.ts';
import { describe } from './scenarios/describe.ts';
import { describeWorkloads } from './scenarios/describe-workloads.ts';
import { diff } from './scenarios/diff.ts';
import { drain } from './scenarios/drain.ts';
import { dryRun } from './scenarios/dry-run.ts';
import { edit } from './scenarios/edit.ts';
import { exec } from './scenarios/exec.ts';
import { execOnAMachine } from './scenarios/exec-on-a-machine.ts';
import { explain } from './scenarios/explain.ts';
import { expose } from './scenarios/expose.ts';
import { finalizers } from './scenarios/finalizers.ts';
import { forbidden } from './scenarios/forbidden.ts';
import { getByFile } from './scenarios/get-by-file.ts';
import { getErrors } from './scenarios/get-errors.ts';
import { getFormats } from './scenarios/get-formats.ts';
import { getRaw } from './scenarios/get-raw.ts';
import { getSelection } from './scenarios/get-selection.ts';
import { getWatch } from './scenarios/get-watch.ts';
import { getWorkloads } from './scenarios/get-workloads.ts';
import { jobs } from './scenarios/jobs.ts';
import { label } from './scenarios/label.ts';
import { logs } from './scenarios/logs.ts';
import { namespaces } from './scenarios/namespaces.ts';
import { noMetrics } from './scenarios/no-metrics.ts';
import { patch } from './scenarios/patch.ts';
import { podLife } from './scenarios/pod-life.ts';
import { portForward } from './scenarios/port-forward.ts';
import { quota } from './scenarios/quota.ts';
import { replace } from './scenarios/replace.ts';
import { rollout } from './scenarios/rollout.ts';
import { rolloutCommands } from './scenarios/rollout-commands.ts';
import { rolloutStuck } from './scenarios/rollout-stuck.ts';
import { scale } from './scenarios/scale.ts';
import { set } from './scenarios/set.ts';
import { statefulSets } from './scenarios/stateful-sets.ts';
import { token } from './scenarios/token.ts';
import { unreachable } from './scenarios/unreachable.ts';
import { wait } from './scenarios/wait.ts';

/** Every scenario, by id. */
export const ALL_SCENARIOS: readonly Scenario[] = [
  annotate,
  apiResources,
  apply,
  applyInvalid,
  applyMigration,
  applyPrune,
  applyServerSide,
  attach,
  auth,
  autoscale,
  certificate,
  clusterFacts,
  createErrors,
  createGenerators,
  customResources,
  debug,
  deleteBackground,
  deleteForeground,
  deleteObjects,
  deleteOrphan,
  describe,
  describeWorkloads,
  diff,
  drain,
  dryRun,
  edit,
  exec,
  execOnAMachine,
  explain,
  expose,
  finalizers,
  forbidden,
  getByFile,
  getErrors,
  getFormats,
  getRaw,
  getSelection,
  getWatch,
  getWorkloads,
  jobs,
  label,
  logs,
  namespaces,
  noMetrics,
  patch,
  podLife,
  portForward,
  quota,
  replace,
  rollout,
  rolloutCommands,
  rolloutStuck,
  scale,
  set,
  statefulSets,
  token,
  unreachable,
  wait,
];
