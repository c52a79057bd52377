import type { Container, Job, Pod } from '@banyan/api/objects';
import { JOBS } from '../../cluster/resources.ts';
import { podFromTemplate, type PodDraft } from '../pods/pod-from-template.ts';

/** Keeps a pod that ended from going before the Job has counted it. */
export const TRACKING = 'batch.kubernetes.io/job-tracking';
const INDEX = 'batch.kubernetes.io/job-completion-index';
const INDEX_FAILURES = 'batch.kubernetes.io/job-index-failure-count';
const INDEX_VARIABLE = 'JOB_COMPLETION_INDEX';
/** Names that the server makes up end in five characters, of 63 in all. */
const LONGEST_PREFIX = 58;

export function isTracked({ metadata }: Readonly<Pod>): boolean {
  return metadata.finalizers?.includes(TRACKING) === true;
}

/** Undefined: it has none. */
export function indexOf({ metadata }: Readonly<Pod>): number | undefined {
  const text = metadata.annotations?.[INDEX] ?? '';
  return /^\d+$/.test(text) ? Number(text) : undefined;
}

/** What is wanted of one pod. */
export interface WantedPod {
  /** Of a Job with indexes. */
  readonly index?: number;
  /** How often this index failed, if failures are counted by index. */
  readonly indexFailures?: number;
}

export function jobPod(job: Readonly<Job>, { index, indexFailures }: WantedPod): PodDraft {
  const { metadata, spec } = podFromTemplate(job.spec.template, JOBS, job);
  const finalizers = [...new Set([...(metadata.finalizers ?? []), TRACKING])];
  if (index === undefined) return { metadata: { ...metadata, finalizers }, spec };
  const suffix = `-${index}-`;
  const label = { [INDEX]: String(index) };
  const { name = '' } = job.metadata;
  return {
    metadata: {
      ...metadata,
      generateName: `${name.slice(0, LONGEST_PREFIX - suffix.length)}${suffix}`,
      labels: { ...metadata.labels, ...label },
      annotations: {
        ...metadata.annotations,
        ...label,
        ...(indexFailures !== undefined && { [INDEX_FAILURES]: String(indexFailures) }),
      },
      finalizers,
    },
    spec: {
      ...spec,
      hostname: `${name}-${index}`,
      containers: spec.containers.map(withIndex),
      ...(spec.initContainers && { initContainers: spec.initContainers.map(withIndex) }),
    },
  };
}

function withIndex(container: Container): Container {
  const { env = [] } = container;
  if (env.some(({ name }) => name === INDEX_VARIABLE)) return container;
  const fieldRef = { fieldPath: `metadata.labels['${INDEX}']` };
  return { ...container, env: [...env, { name: INDEX_VARIABLE, valueFrom: { fieldRef } }] };
}
