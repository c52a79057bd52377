import type { CaseRequest } from '../case-exchange.ts';
import { APPLY_PATCH } from './sample-objects.ts';

export interface ApplyOptions {
  readonly manager?: string;
  readonly force?: boolean;
  readonly query?: Readonly<Record<string, string>>;
}

/** A server-side apply; the manager is `one` unless said otherwise. */
export function apply(path: string, body: object | string, options: ApplyOptions = {}): CaseRequest {
  const { manager = 'one', force = false, query = {} } = options;
  const all = { fieldManager: manager, ...(force && { force: 'true' }), ...query };
  return { method: 'PATCH', path, query: all, headers: APPLY_PATCH, body };
}
