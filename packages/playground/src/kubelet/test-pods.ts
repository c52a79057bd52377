import type { Container, ContainerStatus, Pod, PodSpec } from '@banyan/api/objects';
import type { PlaygroundCluster } from '../cluster/playground-cluster.ts';
import { EVENTS, PODS, SERVICE_ACCOUNTS } from '../cluster/resources.ts';

const NAMESPACE = 'default';

/** For tests: pods of one cluster, by name. */
export class TestPods {
  readonly cluster: PlaygroundCluster;

  constructor(cluster: PlaygroundCluster) {
    this.cluster = cluster;
  }

  /** Whether pods can be created. */
  get isReady(): boolean {
    const account = { namespace: NAMESPACE, name: 'default' };
    return this.cluster.objects.get(SERVICE_ACCOUNTS, account) !== undefined;
  }

  /** `does`: annotations of misbehaviour, without their prefix. */
  async create(
    spec: PodSpec,
    { name = 'p', does = {} }: { name?: string; does?: Record<string, string> } = {},
  ): Promise<void> {
    const annotations = Object.fromEntries(
      Object.entries(does).map(([key, value]) => [`simulate.banyan.dev/${key}`, value]),
    );
    // What is created becomes the server's.
    await this.cluster.objects.create(PODS, {
      metadata: { namespace: NAMESPACE, name, annotations },
      spec: structuredClone(spec),
    });
  }

  async update(edit: (draft: Pod) => void, name = 'p'): Promise<void> {
    await this.cluster.objects.update(PODS, { namespace: NAMESPACE, name }, edit);
  }

  async delete(name = 'p'): Promise<void> {
    await this.cluster.objects.delete(PODS, { namespace: NAMESPACE, name });
  }

  get(name = 'p'): Readonly<Pod> | undefined {
    return this.cluster.objects.get(PODS, { namespace: NAMESPACE, name });
  }

  phase(name = 'p'): string | undefined {
    return this.get(name)?.status?.phase;
  }

  isReadyPod(name = 'p'): boolean {
    return (
      this.get(name)?.status?.conditions?.some(
        ({ type, status }) => type === 'Ready' && status === 'True',
      ) === true
    );
  }

  container(container = 'c', name = 'p'): ContainerStatus | undefined {
    const {
      containerStatuses = [],
      initContainerStatuses = [],
      ephemeralContainerStatuses = [],
    } = this.get(name)?.status ?? {};
    return [...initContainerStatuses, ...containerStatuses, ...ephemeralContainerStatuses].find(
      (status) => status.name === container,
    );
  }

  /** As `Reason: message`. */
  get events(): string[] {
    const seen = [...this.cluster.objects.list(EVENTS, NAMESPACE)] as { reason?: string; message?: string }[];
    return seen.map(({ reason = '', message = '' }) => `${reason}: ${message}`);
  }
}

/** A container that runs a script. */
export function script(text: string, more: Partial<Container> = {}): Container {
  return { name: 'c', image: 'busybox:1', command: ['sh', '-c', text], ...more };
}

/** A container that the playground knows nothing of. */
export function server(more: Partial<Container> = {}): Container {
  return { name: 'c', image: 'web:1', ...more };
}
