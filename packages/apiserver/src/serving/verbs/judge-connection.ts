import { formatApiVersion, type KubeObject } from '@banyan/api';
import type { ResourceScope } from '../request-scope.ts';
import { operationOf } from './operation-of.ts';

/** Endpoints whose requests are connections; logs are read. */
const CONNECTIONS = new Set(['exec', 'attach', 'portforward', 'proxy']);
const FLAGS = new Set(['stdin', 'stdout', 'stderr', 'tty']);
const LISTS = new Set(['command', 'ports']);

type ConnectScope = Parameters<typeof operationOf>[0] & Pick<ResourceScope, 'query'>;

/** Asks the policies about a connection to an object, which is described by what the client wants of it. */
export function judgeConnection(scope: ConnectScope): void {
  const { context, subresource, info, query } = scope;
  if (context.policies === undefined || !CONNECTIONS.has(subresource?.name ?? '')) return;
  const { name = '' } = info;
  const operation = operationOf(scope, { dryRun: false });
  const object = wanted(scope, query, info.rest);
  context.policies.validate(operation, { object, old: undefined, name, isConnection: true });
}

/** Options of Go's types: of exec they are in the query, of a proxy in the path. */
function wanted({ subresource }: ConnectScope, query: URLSearchParams, rest: string): KubeObject {
  const { group = '', version = 'v1', kind = '', name } = subresource ?? {};
  const options: Record<string, unknown> = {};
  for (const key of new Set(query.keys())) {
    if (FLAGS.has(key)) options[key] = ['true', '1'].includes(query.get(key) ?? '');
    else if (LISTS.has(key)) options[key] = query.getAll(key);
    else if (key === 'container') options[key] = query.get(key);
  }
  if (name === 'proxy' && rest !== '') options['path'] = rest;
  return { kind, apiVersion: formatApiVersion({ group, version }), ...options } as unknown as KubeObject;
}
