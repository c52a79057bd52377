import { inCollection, type ObjectContent, type ShownObject } from './shown-object.ts';

/** Long ago and to the second, so that their ages do not change while a server is asked. */
const TIMES = ['2020-01-01T00:00:00Z', '2021-06-05T04:03:02Z', '2024-02-29T12:00:00Z'];

/** Pods in every state that the kubelet can report, and some that it should not. The same seed gives the same pods. */
export function randomPods(seed: number, count: number): ShownObject[] {
  const random = new RandomChoice(seed);
  const pods = Array.from({ length: count }, () => randomPod(random));
  return inCollection('/api/v1/namespaces/default/pods', pods);
}

function randomPod(random: RandomChoice): ObjectContent {
  const isPlaced = random.chance(2);
  const main = random.some(3, 1).map((i) => ({ name: `main-${i}`, image: `main:${i}` }));
  const init = random.some(3).map((i) => ({
    name: `init-${i}`,
    image: `init:${i}`,
    ...(random.chance(2) && { restartPolicy: 'Always' }),
  }));
  const gates = random.some(2).map((i) => ({ conditionType: `example.com/gate-${i}` }));
  return {
    spec: {
      automountServiceAccountToken: false,
      containers: main,
      ...(init.length > 0 && { initContainers: init }),
      ...(gates.length > 0 && { readinessGates: gates }),
      ...(isPlaced && { nodeName: 'node-1' }),
    },
    status: {
      phase: random.of(['Pending', 'Running', 'Running', 'Succeeded', 'Failed', 'Unknown']),
      ...(random.chance(8) && { reason: random.of(['Evicted', 'NodeLost']) }),
      ...(!isPlaced && random.chance(3) && { nominatedNodeName: 'node-2' }),
      ...(random.chance(2) && { podIP: '10.0.0.1', podIPs: [{ ip: '10.0.0.1' }] }),
      conditions: randomConditions(random),
      containerStatuses: main.filter(() => !random.chance(6)).map(({ name }) => status(random, name)),
      initContainerStatuses: init.filter(() => !random.chance(6)).map(({ name }) => status(random, name)),
    },
    isDeleted: random.chance(6),
  };
}

function randomConditions(random: RandomChoice): object[] {
  const types = ['Ready', 'Initialized', 'PodScheduled', 'example.com/gate-0', 'example.com/gate-1'];
  return types
    .filter(() => random.chance(2))
    .map((type) => ({
      type,
      status: random.of(['True', 'False', 'Unknown']),
      ...(type === 'PodScheduled' && random.chance(3) && { reason: 'SchedulingGated' }),
    }));
}

function status(random: RandomChoice, name: string): object {
  return {
    name,
    image: 'any',
    imageID: '',
    ready: random.chance(2),
    restartCount: random.of([0, 0, 1, 7]),
    ...(random.chance(2) && { started: random.chance(2) }),
    state: randomState(random),
    ...(random.chance(2) && { lastState: { terminated: ended(random) } }),
  };
}

function randomState(random: RandomChoice): object {
  return random.of<() => object>([
    () => ({}),
    () => ({ running: { startedAt: random.of(TIMES) } }),
    () => ({ running: { startedAt: random.of(TIMES) } }),
    () => ({
      waiting: { reason: random.of(['', 'PodInitializing', 'CrashLoopBackOff', 'ImagePullBackOff']) },
    }),
    () => ({ terminated: ended(random) }),
  ])();
}

function ended(random: RandomChoice): object {
  return {
    exitCode: random.of([0, 0, 1, 137]),
    ...(random.chance(2) && { reason: random.of(['Completed', 'Error', 'OOMKilled']) }),
    ...(random.chance(4) && { signal: 9 }),
    ...(!random.chance(4) && { finishedAt: random.of(TIMES) }),
  };
}

/** Choices that a seed decides: a linear congruential generator, good enough to vary test data. */
class RandomChoice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  below(limit: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * limit);
  }

  /** True once in so many times. */
  chance(times: number): boolean {
    return this.below(times) === 0;
  }

  of<T>(values: readonly T[]): T {
    return values[this.below(values.length)] as T;
  }

  /** The first few numbers. */
  some(limit: number, atLeast = 0): number[] {
    return Array.from({ length: atLeast + this.below(limit - atLeast + 1) }, (_, i) => i);
  }
}
