import { podWarnings } from '../pod/pod-warnings.ts';
import type { JobSpec } from './job-spec.ts';

const MANY_COMPLETIONS = 100_000;
const MUCH_PARALLELISM = 10_000;

export function jobWarnings(spec: JobSpec, path: string): string[] {
  const { completionMode, completions = 0, parallelism = 0, template } = spec;
  const isTooMuch =
    completionMode === 'Indexed' && completions > MANY_COMPLETIONS && parallelism > MUCH_PARALLELISM;
  const why =
    'In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, Kubernetes might not be able to track completedIndexes when a big number of indexes fail';
  return [...(isTooMuch ? [`${path}: ${why}`] : []), ...podWarnings(template, `${path}.template`)];
}
