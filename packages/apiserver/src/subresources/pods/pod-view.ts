import type { KubeObject } from '@banyan/api';

interface PodCondition {
  type: string;
  status: string;
  lastProbeTime?: string | null;
  lastTransitionTime?: string | null;
  reason?: string;
  message?: string;
}

/** What of a Pod the endpoints below it look at. */
export interface PodView extends KubeObject {
  spec: {
    nodeName?: string;
    hostNetwork?: boolean;
    schedulingGates?: unknown[];
    containers: ContainerView[];
    initContainers?: ContainerView[];
    ephemeralContainers?: ContainerView[];
  };
  status?: {
    phase?: string;
    podIP?: string;
    podIPs?: { ip?: string }[];
    nominatedNodeName?: string;
    conditions?: PodCondition[];
  };
}

interface ContainerView {
  name: string;
  ports?: { name?: string; containerPort: number }[];
}

/** Sets a condition of a draft; its time moves when its status does. */
export function setPodCondition(
  pod: PodView,
  condition: Pick<PodCondition, 'type' | 'status' | 'reason' | 'message'>,
  now: string,
): void {
  const status = (pod.status ??= {});
  const conditions = (status.conditions ??= []);
  const { type, status: value, ...said } = condition;
  const place = conditions.findIndex((one) => one.type === type);
  const before = conditions[place];
  const lastTransitionTime = before?.status === value ? (before.lastTransitionTime ?? null) : now;
  const made = { type, status: value, lastProbeTime: null, lastTransitionTime, ...said };
  if (before === undefined) conditions.push(made);
  else conditions[place] = made;
}

export function isPodReady({ status }: PodView): boolean {
  return status?.conditions?.find(({ type }) => type === 'Ready')?.status === 'True';
}
