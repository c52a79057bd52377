import type { KubeObject } from '@banyan/api';
import type { Condition, PersistentVolumeClaim, Pod, Service } from '@banyan/api/objects';
import { conditionOf, conditionText, isTrue } from './conditions.ts';
import { HEALTHY, degraded, progressing, type ObjectHealth } from './object-health.ts';

/** Only a load balancer has to be waited for. */
export function serviceHealth({ spec, status }: Service): ObjectHealth {
  if (spec?.type !== 'LoadBalancer') return HEALTHY;
  return (status?.loadBalancer?.ingress ?? []).length > 0
    ? HEALTHY
    : progressing('the load balancer has no address');
}

export function claimHealth({ status }: PersistentVolumeClaim): ObjectHealth {
  const phase = status?.phase ?? 'Pending';
  if (phase === 'Bound') return HEALTHY;
  return phase === 'Lost' ? degraded('the volume is lost') : progressing('no volume is bound');
}

/** What a container waits for that will not come by itself. */
const STUCK: ReadonlySet<string> = new Set([
  'CrashLoopBackOff',
  'ImagePullBackOff',
  'ErrImagePull',
  'InvalidImageName',
  'CreateContainerConfigError',
  'CreateContainerError',
]);

export function podHealth({ status = {} }: Pod): ObjectHealth {
  const { phase = 'Pending', conditions, containerStatuses = [], initContainerStatuses = [] } = status;
  if (phase === 'Succeeded') return HEALTHY;
  if (phase === 'Failed') return degraded(status.message ?? status.reason ?? 'the pod failed');
  for (const { name, state } of [...initContainerStatuses, ...containerStatuses]) {
    const reason = state?.waiting?.reason;
    if (reason !== undefined && STUCK.has(reason)) return degraded(`container ${name}: ${reason}`);
  }
  if (phase === 'Running' && isTrue(conditions, 'Ready')) return HEALTHY;
  const unmet = conditionOf(conditions, 'PodScheduled') ?? conditionOf(conditions, 'Ready');
  return progressing(
    unmet === undefined || unmet.status === 'True' ? `the pod is ${phase}` : conditionText(unmet),
  );
}

export function definitionHealth({ status }: KubeObject): ObjectHealth {
  const { conditions } = (status ?? {}) as { conditions?: Condition[] };
  const names = conditionOf(conditions, 'NamesAccepted');
  if (names?.status === 'False') return degraded(conditionText(names));
  return isTrue(conditions, 'Established') ? HEALTHY : progressing('the definition is not established');
}

export function namespaceHealth({ status }: KubeObject): ObjectHealth {
  const { phase } = (status ?? {}) as { phase?: string };
  return phase === 'Terminating' ? progressing('the namespace is being deleted') : HEALTHY;
}

/** Not every controller writes addresses into it, so none is asked for. */
export function ingressHealth(): ObjectHealth {
  return HEALTHY;
}
