import type { StatusCause } from '@banyan/api';
import { parseTime } from '../../decoding/typed/go-time.ts';
import { badRequest, invalid } from '../../errors/api-error.ts';
import { forbidden, invalidValue } from '../../kinds/fields/field-error.ts';
import { parseBoolean, parseInteger } from '../../serving/options/go-values.ts';

/** What of a log is asked for. */
export interface LogOptions {
  /** Empty: the only one there is. */
  readonly container: string;
  readonly isUnverified: boolean;
  /** The rest, in the words of a kubelet. */
  readonly parameters: URLSearchParams;
}

const FLAGS = ['follow', 'previous', 'timestamps'] as const;
const NUMBERS = ['sinceSeconds', 'tailLines', 'limitBytes'] as const;

/** Throws 400 for what cannot be read and 422 for what makes no sense. `podName` is whom messages are about. */
export function parseLogOptions(query: URLSearchParams, podName: string): LogOptions {
  const parameters = new URLSearchParams();
  for (const flag of FLAGS) if (parseFlag(query, flag)) parameters.set(flag, 'true');
  const numbers = new Map<string, number>();
  for (const name of NUMBERS) {
    const text = query.get(name);
    if (text !== null) numbers.set(name, parseInteger(text));
  }
  const sinceTime = parseSinceTime(query.get('sinceTime'));
  const causes = problemsOf(numbers, sinceTime, query.get('stream'));
  if (causes.length > 0) throw invalid({ group: '', kind: 'PodLogOptions' }, podName, causes);
  for (const [name, value] of numbers) parameters.set(name, String(value));
  if (sinceTime !== undefined) parameters.set('sinceTime', sinceTime);
  return {
    container: query.get('container') ?? '',
    isUnverified: parseFlag(query, 'insecureSkipTLSVerifyBackend'),
    parameters,
  };
}

export function parseFlag(query: URLSearchParams, name: string): boolean {
  return parseBoolean(query.get(name) ?? 'false');
}

function parseSinceTime(text: string | null): string | undefined {
  if (text === null || text === '') return undefined;
  const parsed = parseTime(text, 'seconds');
  if ('error' in parsed) throw badRequest(parsed.error);
  return parsed.text ?? undefined;
}

function problemsOf(
  numbers: ReadonlyMap<string, number>,
  sinceTime: string | undefined,
  stream: string | null,
): StatusCause[] {
  const [tail, limit] = [numbers.get('tailLines'), numbers.get('limitBytes')];
  const since = numbers.get('sinceSeconds');
  const tooSmall = (name: string, value: number) => invalidValue(name, value, 'must be greater than 0');
  const causes: StatusCause[] = [];
  if (tail !== undefined && tail < 0)
    causes.push(invalidValue('tailLines', tail, 'must be greater than or equal to 0'));
  if (limit !== undefined && limit < 1) causes.push(tooSmall('limitBytes', limit));
  if (since !== undefined && sinceTime !== undefined)
    // The real server has no name for the whole.
    causes.push(forbidden('[]', 'at most one of `sinceTime` or `sinceSeconds` may be specified'));
  else if (since !== undefined && since < 1) causes.push(tooSmall('sinceSeconds', since));
  if (stream !== null) causes.push(forbidden('stream', 'may not be specified'));
  return causes;
}
