import type { Shown } from './column.ts';

interface Container {
  readonly name?: string;
  readonly image?: string;
  readonly restartPolicy?: string;
}

/** A pod, as far as its columns look at it. */
export interface Pod extends Shown {
  readonly spec?: PodSpec;
  readonly status?: PodStatus;
}

export interface PodSpec {
  readonly containers?: readonly Container[];
  readonly initContainers?: readonly Container[];
  readonly nodeName?: string;
  readonly nodeSelector?: Readonly<Record<string, string>>;
  readonly readinessGates?: readonly { readonly conditionType?: string }[];
}

interface PodStatus {
  readonly phase?: string;
  readonly reason?: string;
  readonly conditions?: readonly Condition[];
  readonly initContainerStatuses?: readonly ContainerStatus[];
  readonly containerStatuses?: readonly ContainerStatus[];
  readonly podIPs?: readonly { readonly ip?: string }[];
  readonly nominatedNodeName?: string;
}

export interface Condition {
  readonly type?: string;
  readonly status?: string;
  readonly reason?: string;
  readonly message?: string;
}

export interface ContainerStatus {
  readonly name?: string;
  readonly ready?: boolean;
  readonly started?: boolean | null;
  readonly restartCount?: number;
  readonly state?: ContainerState;
  readonly lastState?: ContainerState;
}

export interface ContainerState {
  readonly waiting?: { readonly reason?: string };
  readonly running?: object;
  readonly terminated?: {
    readonly reason?: string;
    readonly signal?: number;
    readonly exitCode?: number;
    readonly finishedAt?: string | null;
  };
}

/** A template of pods, as workloads have it. */
export interface PodTemplate {
  readonly metadata?: { readonly labels?: Readonly<Record<string, string>> };
  readonly spec?: PodSpec;
}

/** Starts before the others and then stays. */
export function isSidecar({ restartPolicy }: Container): boolean {
  return restartPolicy === 'Always';
}

export function containerNames(spec: PodSpec | undefined): string {
  return (spec?.containers ?? []).map(({ name }) => name ?? '').join(',');
}

export function containerImages(spec: PodSpec | undefined): string {
  return (spec?.containers ?? []).map(({ image }) => image ?? '').join(',');
}
