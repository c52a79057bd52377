import type { StatusCause } from '@banyan/api';
import { invalidValue, notSupported } from '../../kinds/fields/field-error.ts';
import type { DeleteOptions } from '../../registry/delete-object.ts';
import { parseBoolean, parseInteger } from './go-values.ts';
import { invalidOptions } from './options-error.ts';
import { dryRunProblems } from './write-options.ts';

/** What a delete asks for, from its body or its query. */
export interface ParsedDeleteOptions extends DeleteOptions {
  readonly dryRun: boolean;
}

/** DeleteOptions as they come over the wire. */
export interface RawDeleteOptions {
  gracePeriodSeconds?: number;
  preconditions?: { uid?: string; resourceVersion?: string };
  orphanDependents?: boolean;
  propagationPolicy?: string;
  dryRun?: string[];
}

const POLICIES = ['Foreground', 'Background', 'Orphan', 'nil'];

/** A body says everything; without one the query does. Throws 400 and 422. */
export function parseDeleteOptions(
  body: RawDeleteOptions | undefined,
  query: URLSearchParams,
): ParsedDeleteOptions {
  const raw = body ?? fromQuery(query);
  const causes = problemsOf(raw);
  if (causes.length > 0) throw invalidOptions('DeleteOptions', causes);
  const { gracePeriodSeconds, preconditions } = raw;
  const propagationPolicy = policyOf(raw);
  return {
    dryRun: (raw.dryRun ?? []).length > 0,
    ...(gracePeriodSeconds !== undefined && { gracePeriodSeconds }),
    ...(preconditions !== undefined && { preconditions }),
    ...(propagationPolicy !== undefined && { propagationPolicy }),
  };
}

function policyOf({
  propagationPolicy,
  orphanDependents,
}: RawDeleteOptions): DeleteOptions['propagationPolicy'] {
  if (propagationPolicy !== undefined) return propagationPolicy as 'Foreground';
  return orphanDependents === undefined ? undefined : orphanDependents ? 'Orphan' : 'Background';
}

function fromQuery(query: URLSearchParams): RawDeleteOptions {
  const grace = query.get('gracePeriodSeconds');
  const orphan = query.get('orphanDependents');
  const policy = query.get('propagationPolicy');
  return {
    ...(grace !== null && { gracePeriodSeconds: parseInteger(grace) }),
    ...(orphan !== null && { orphanDependents: parseBoolean(orphan) }),
    ...(policy !== null && { propagationPolicy: policy }),
    ...(query.has('dryRun') && { dryRun: query.getAll('dryRun') }),
  };
}

function problemsOf({ propagationPolicy, orphanDependents, dryRun = [] }: RawDeleteOptions): StatusCause[] {
  const causes: StatusCause[] = [];
  if (propagationPolicy !== undefined && orphanDependents !== undefined) {
    const why = 'orphanDependents and deletionPropagation cannot be both set';
    causes.push(invalidValue('propagationPolicy', propagationPolicy, why));
  }
  if (propagationPolicy !== undefined && !POLICIES.slice(0, 3).includes(propagationPolicy))
    causes.push(notSupported('propagationPolicy', propagationPolicy, POLICIES));
  return [...causes, ...dryRunProblems(dryRun)];
}
