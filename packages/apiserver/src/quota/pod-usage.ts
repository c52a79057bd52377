import type { KubeObject } from '@banyan/api';
import { largestAmounts, ONE, parseAmounts, sumAmounts, type QuotaAmounts } from './quota-amounts.ts';

interface Container {
  readonly name?: string;
  readonly restartPolicy?: string;
  readonly resources?: {
    readonly requests?: Readonly<Record<string, string>>;
    readonly limits?: Readonly<Record<string, string>>;
  };
}

/** What counting needs of a pod. */
export interface CountedPod extends KubeObject {
  readonly spec?: {
    readonly containers?: readonly Container[];
    readonly initContainers?: readonly Container[];
    readonly activeDeadlineSeconds?: number;
    readonly priorityClassName?: string;
    readonly overhead?: Readonly<Record<string, string>>;
  };
  readonly status?: { readonly phase?: string };
}

/** Those that quotas count under their bare name too, as requests. */
const STANDARD = ['cpu', 'memory', 'ephemeral-storage'];
/** Asked for by every container, if a quota counts them. */
const DEMANDED = ['cpu', 'memory', 'requests.cpu', 'requests.memory', 'limits.cpu', 'limits.memory'];

/** What a pod takes of a quota. One that is over takes nothing but its place among all objects. */
export function podUsage(pod: Readonly<CountedPod>): QuotaAmounts {
  const all = new Map([['count/pods', ONE]]);
  if (pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed') return all;
  const overhead = parseAmounts(pod.spec?.overhead);
  const requests = sumAmounts([
    together(pod, ({ resources }) => parseAmounts(resources?.requests)),
    overhead,
  ]);
  const limits = sumAmounts([together(pod, ({ resources }) => parseAmounts(resources?.limits)), overhead]);
  return new Map([
    ...all,
    ['pods', ONE],
    ...[...requests].filter(([name]) => STANDARD.includes(name) || name.startsWith('hugepages-')),
    ...[...requests].map(([name, amount]) => [`requests.${name}`, amount] as const),
    ...[...limits].map(([name, amount]) => [`limits.${name}`, amount] as const),
  ]);
}

/** Containers run together; init containers one by one before them, sidecars beside all that comes after. */
function together(
  { spec: { containers = [], initContainers = [] } = {} }: Readonly<CountedPod>,
  amountsOf: (container: Container) => QuotaAmounts,
): QuotaAmounts {
  let sidecars: QuotaAmounts = new Map();
  let before: QuotaAmounts = new Map();
  for (const container of initContainers) {
    const withIt = sumAmounts([sidecars, amountsOf(container)]);
    if (container.restartPolicy === 'Always') sidecars = withIt;
    before = largestAmounts(before, withIt);
  }
  return largestAmounts(before, sumAmounts([sidecars, ...containers.map(amountsOf)]));
}

/** What a quota counts and containers do not say, for people; undefined if they say all of it. */
export function unsaidOf(pod: Readonly<CountedPod>, counted: QuotaAmounts): string | undefined {
  const { containers = [], initContainers = [] } = pod.spec ?? {};
  const problems = DEMANDED.filter((name) => counted.has(name)).flatMap((name) => {
    const silent = [...containers, ...initContainers].filter((container) => !says(container, name));
    return silent.length === 0 ? [] : [`${name} for: ${silent.map((one) => one.name ?? '').join(',')}`];
  });
  return problems.length === 0 ? undefined : `must specify ${problems.toSorted().join('; ')}`;
}

function says({ resources = {} }: Container, name: string): boolean {
  const [kind, of = kind] = name.split('.');
  const list = kind === 'limits' ? resources.limits : resources.requests;
  return list?.[of ?? ''] !== undefined;
}

/** One that asks for no cpu or memory at all. */
export function isBestEffort({
  spec: { containers = [], initContainers = [] } = {},
}: Readonly<CountedPod>): boolean {
  return [...containers, ...initContainers].every(({ resources: { requests = {}, limits = {} } = {} }) =>
    [requests, limits].every((list) => ['cpu', 'memory'].every((name) => (list[name] ?? '0') === '0')),
  );
}
