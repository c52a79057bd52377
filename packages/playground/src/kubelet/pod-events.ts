import type { Container, Pod } from '@banyan/api/objects';
import type { EventRecorder } from '../cluster/event-recorder.ts';
import type { ContainerRun } from './containers/container-run.ts';

const LISTS = {
  init: 'initContainers',
  sidecar: 'initContainers',
  main: 'containers',
  ephemeral: 'ephemeralContainers',
} as const;

/** What a kubelet says of a pod, in its own words. */
export class PodEvents {
  readonly #recorder: EventRecorder;
  readonly #pod: Readonly<Pod>;

  constructor(recorder: EventRecorder, pod: Readonly<Pod>) {
    this.#recorder = recorder;
    this.#pod = pod;
  }

  started(run: ContainerRun): void {
    const { image = '' } = run.container;
    if (run.restarts === 0 && pullsAlways(run.container)) {
      this.#say(run, 'Normal', 'Pulling', `Pulling image "${image}"`);
      const took = `Successfully pulled image "${image}" in 100ms (100ms including waiting). Image size: 1000000 bytes.`;
      this.#say(run, 'Normal', 'Pulled', took);
    } else {
      const present = `Container image "${image}" already present on machine and can be accessed by the pod`;
      this.#say(run, 'Normal', 'Pulled', present);
    }
    this.#say(run, 'Normal', 'Created', 'Container created');
    this.#say(run, 'Normal', 'Started', 'Container started');
  }

  killing(run: ContainerRun, message: string): void {
    this.#say(run, 'Normal', 'Killing', message);
  }

  warn(run: ContainerRun, reason: string, message: string): void {
    this.#say(run, 'Warning', reason, message);
  }

  failedMount(message: string): void {
    this.#recorder.record(this.#pod, { type: 'Warning', reason: 'FailedMount', message });
  }

  deadlineExceeded(message: string): void {
    this.#recorder.record(this.#pod, { type: 'Normal', reason: 'DeadlineExceeded', message });
  }

  #say({ role, container }: ContainerRun, type: 'Normal' | 'Warning', reason: string, message: string): void {
    const fieldPath = `spec.${LISTS[role]}{${container.name}}`;
    this.#recorder.record(this.#pod, { type, reason, message, fieldPath });
  }
}

function pullsAlways({ image = '', imagePullPolicy }: Readonly<Container>): boolean {
  if (imagePullPolicy !== undefined) return imagePullPolicy === 'Always';
  return image.endsWith(':latest') || !/[:@][^/]*$/.test(image);
}
