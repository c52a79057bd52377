import type { LabelSelector } from '@banyan/api';
import type { PodTemplateSpec } from '../pod/pod-spec.ts';
import { applyPodSpecDefaults } from '../pod/pod-defaults.ts';

export interface JobSpec {
  activeDeadlineSeconds?: number;
  backoffLimit?: number;
  backoffLimitPerIndex?: number;
  completionMode?: string;
  completions?: number;
  managedBy?: string;
  manualSelector?: boolean;
  maxFailedIndexes?: number;
  parallelism?: number;
  podFailurePolicy?: { rules: PodFailureRule[] | null };
  podReplacementPolicy?: string;
  selector?: LabelSelector;
  successPolicy?: { rules: SuccessRule[] | null };
  suspend?: boolean;
  template: PodTemplateSpec;
  ttlSecondsAfterFinished?: number;
}

export interface PodFailureRule {
  action: string;
  onExitCodes?: { containerName?: string; operator: string; values: number[] | null };
  onPodConditions?: { type: string; status?: string }[];
}

export interface SuccessRule {
  succeededCount?: number;
  succeededIndexes?: string;
}

/** A failing Pod is tried again this often, with ever longer pauses. */
const BACKOFF_LIMIT = 6;
/** With a limit of each index's own the Job's is as good as none. */
const NO_LIMIT = 2_147_483_647;

/** Of a Job itself. In a CronJob's template only the Pod's part has defaults. */
export function applyJobDefaults(spec: JobSpec): void {
  if (spec.completions === undefined && spec.parallelism === undefined) spec.completions = 1;
  spec.parallelism ??= 1;
  spec.backoffLimit ??= spec.backoffLimitPerIndex === undefined ? BACKOFF_LIMIT : NO_LIMIT;
  spec.completionMode ??= 'NonIndexed';
  spec.suspend ??= false;
  spec.podReplacementPolicy ??= spec.podFailurePolicy ? 'Failed' : 'TerminatingOrFailed';
  spec.manualSelector ??= false;
  applyJobTemplateDefaults(spec);
}

export function applyJobTemplateDefaults({ podFailurePolicy, template }: JobSpec): void {
  applyPodSpecDefaults(template.spec);
  for (const { onPodConditions = [] } of podFailurePolicy?.rules ?? [])
    for (const condition of onPodConditions) condition.status ||= 'True';
}
