import type { ContainerStatus, JobSpec, Pod, PodFailureRule } from '@banyan/api/objects';

export interface FailureVerdict {
  readonly action: PodFailureRule['action'];
  /** Why the Job fails, of `FailJob`. */
  readonly message: string;
}

/** What a Job's policy says about a pod that failed: its first rule that matches. */
export function judgeFailure(
  policy: JobSpec['podFailurePolicy'],
  pod: Readonly<Pod>,
): FailureVerdict | undefined {
  const { namespace, name } = pod.metadata;
  for (const [i, rule] of (policy?.rules ?? []).entries()) {
    const { action, onExitCodes, onPodConditions } = rule;
    const where = `matching ${action} rule at index ${i}`;
    const container = onExitCodes && matchingContainer(pod, onExitCodes);
    if (container !== undefined) {
      const code = container.state?.terminated?.exitCode;
      const message = `Container ${container.name} for pod ${namespace}/${name} failed with exit code ${code} ${where}`;
      return { action, message };
    }
    const condition = pod.status?.conditions?.find(({ type, status }) =>
      onPodConditions?.some((pattern) => pattern.type === type && (pattern.status ?? 'True') === status),
    );
    if (onExitCodes === undefined && condition !== undefined)
      return { action, message: `Pod ${namespace}/${name} has condition ${condition.type} ${where}` };
  }
  return undefined;
}

function matchingContainer(
  { status }: Readonly<Pod>,
  { containerName, operator, values }: NonNullable<PodFailureRule['onExitCodes']>,
): ContainerStatus | undefined {
  const all = [...(status?.containerStatuses ?? []), ...(status?.initContainerStatuses ?? [])];
  return all.find(({ name, state }) => {
    const { exitCode = 0 } = state?.terminated ?? {};
    const isMeant = exitCode !== 0 && (containerName === undefined || containerName === name);
    return isMeant && values.includes(exitCode) === (operator === 'In');
  });
}
