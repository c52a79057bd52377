import { formatApiVersion, type KubeObject, type StatusCause } from '@banyan/api';
import { ApiError } from '../../errors/api-error.ts';
import type { ResourceStrategy, WriteContext } from '../../registry/served-resource.ts';
import { builtInStrategies } from '../built-in-strategies.ts';
import type { KindEnvironment } from '../kind-environment.ts';
import type { RecordedWrite } from './recorded-writes.ts';

export interface StrategyAnswer {
  /** As it would be kept. */
  readonly object: KubeObject;
  readonly causes: readonly StatusCause[];
  readonly warnings: readonly string[];
  /** Thrown by admission. */
  readonly refusal?: ApiError;
}

const CONTEXT: WriteContext = {
  user: { name: 'admin', groups: ['system:masters'], extra: {} },
  now: () => new Date('2026-01-01T00:00:00Z'),
  dryRun: false,
};

/** What our strategies make of a recorded write: what the registry does around them, without its storage. */
export function askStrategy(write: RecordedWrite): StrategyAnswer {
  const strategies = builtInStrategies(environmentOf(write))(write.kind);
  const { subresource } = write;
  const strategy =
    subresource === undefined
      ? strategies.main
      : subresource === 'status'
        ? strategies.status
        : strategies.subresources.get(subresource);
  if (strategy === undefined) throw new Error(`${write.title}: there is no such endpoint`);
  const draft = structuredClone(write.draft);
  draft.apiVersion = formatApiVersion(write.kind);
  draft.kind = write.kind.kind;
  try {
    return write.live === undefined
      ? create(strategy, draft, write)
      : update(strategy, draft, structuredClone(write.live), write);
  } catch (error) {
    if (error instanceof ApiError) return { object: draft, causes: [], warnings: [], refusal: error };
    throw error;
  }
}

function create(
  strategy: ResourceStrategy,
  draft: KubeObject,
  { namespace, body, dryRun }: RecordedWrite,
): StrategyAnswer {
  strategy.applyDefaults(draft);
  const answered = 'metadata' in body ? (body as KubeObject).metadata : {};
  if (namespace === undefined) delete draft.metadata.namespace;
  else draft.metadata.namespace = namespace;
  draft.metadata.uid = answered.uid ?? uidIn(body);
  draft.metadata.creationTimestamp = '2026-01-01T00:00:00Z';
  if (draft.metadata.generateName !== undefined) draft.metadata.name ??= answered.name ?? '';
  strategy.prepareForCreate(draft, { ...CONTEXT, dryRun });
  const causes = strategy.validateCreate(draft);
  if (causes.length === 0) strategy.allocate?.(draft, undefined, dryRun);
  return { object: draft, causes, warnings: strategy.warnings?.(draft, undefined) ?? [] };
}

/** A refusal has it only where a message names it. */
function uidIn(body: object): string {
  const [uid] = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(JSON.stringify(body)) ?? [];
  return uid ?? '00000000-0000-4000-8000-000000000001';
}

function update(
  strategy: ResourceStrategy,
  draft: KubeObject,
  live: KubeObject,
  { dryRun }: RecordedWrite,
): StrategyAnswer {
  strategy.applyDefaults(draft);
  const { resourceVersion, uid, creationTimestamp, generation, namespace } = live.metadata;
  Object.assign(draft.metadata, { resourceVersion, creationTimestamp });
  draft.metadata.uid ??= uid ?? '';
  if (namespace !== undefined) draft.metadata.namespace ??= namespace;
  if (generation !== undefined) draft.metadata.generation = generation;
  strategy.prepareForUpdate(draft, live, { ...CONTEXT, dryRun });
  const causes = strategy.validateUpdate(draft, live);
  if (causes.length === 0) strategy.allocate?.(draft, live, dryRun);
  return { object: draft, causes, warnings: strategy.warnings?.(draft, live) ?? [] };
}

/** The cluster of the case: what it made before, and what every cluster has. */
function environmentOf({ objects, body }: RecordedWrite): KindEnvironment {
  const suffix = /kube-api-access-(\w+)/.exec(JSON.stringify(body))?.[1] ?? 'xxxxx';
  return {
    find: ({ resource }, { namespace = '', name }) => {
      const found = objects.get(`${resource}/${namespace}/${name}`);
      const isAccount = resource === 'serviceaccounts' && name === 'default';
      return (
        found ?? (isAccount ? { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name } } : undefined)
      );
    },
    list: ({ resource }) =>
      [...objects].filter(([key]) => key.startsWith(`${resource}/`)).map(([, each]) => each),
    nameSuffix: () => suffix,
  };
}
