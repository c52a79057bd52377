import {
  kubernetesResources,
  kubernetesSchema,
  type GroupVersionKind,
  type KubeObject,
  type Status,
} from '@banyan/api';
import { applyMergePatch, applyStrategicMergePatch } from '@banyan/patch';
import { onlyKnownFields } from './only-known-fields.ts';

/** The part of a recorded transcript that is read here. */
interface RecordedTranscript {
  readonly exchanges: readonly RecordedExchange[];
}

interface RecordedExchange {
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly query?: unknown;
    readonly headers?: unknown;
    readonly body?: unknown;
  };
  readonly response: { readonly status: number; readonly headers: unknown; readonly body?: unknown };
}

/** One create, update or patch that the real server was sent, and what it answered. */
export interface RecordedWrite {
  readonly title: string;
  readonly kind: GroupVersionKind;
  readonly subresource: string | undefined;
  readonly namespace: string | undefined;
  /** Undefined for a create. */
  readonly live: KubeObject | undefined;
  /** As the body, or the patch applied to `live`, was decoded. */
  readonly draft: KubeObject;
  readonly dryRun: boolean;
  readonly status: number;
  readonly body: KubeObject | Status;
  readonly warnings: readonly string[];
  /** What the case made before, by `resource/namespace/name`. */
  readonly objects: ReadonlyMap<string, KubeObject>;
}

/** Those that take the object itself. */
const WRITING_SUBRESOURCES = ['status', 'ephemeralcontainers', 'resize'];

const TYPES = { merge: 'application/merge-patch+json', strategic: 'application/strategic-merge-patch+json' };

/** The writes of one case that can be asked of a strategy alone: those whose object before is known. */
export function recordedWrites(
  id: string,
  { exchanges }: RecordedTranscript,
  madeBefore: Readonly<Record<string, KubeObject>> = {},
): RecordedWrite[] {
  const objects = new Map<string, KubeObject>(Object.entries(madeBefore));
  const writes: RecordedWrite[] = [];
  for (const [i, exchange] of unmasked(exchanges).entries()) {
    const target = targetOf(exchange.request.path);
    const body = exchange.response.body as unknown as KubeObject | Status | undefined;
    if (target === undefined || !isObject(body)) continue;
    const draft = draftOf(exchange, target, objects);
    if (draft !== undefined) {
      const live = exchange.request.method === 'POST' ? undefined : objects.get(target.key);
      const { kind, subresource, namespace } = target;
      const title = `${id} #${i + 1}: ${exchange.request.method} ${kind.kind}`;
      const { status, headers } = exchange.response;
      const warnings = warningTexts(headers as { warning?: string });
      writes.push({
        title,
        kind,
        subresource,
        namespace,
        live,
        draft,
        dryRun: (exchange.request.query as { dryRun?: string } | undefined)?.dryRun === 'All',
        status,
        body,
        warnings,
        objects: new Map(objects),
      });
    }
    if (exchange.response.status < 300 && 'metadata' in body && body.kind === target.kind.kind) {
      const { name = '' } = (body as KubeObject).metadata;
      objects.set(`${target.resource}/${target.namespace ?? ''}/${name}`, body as KubeObject);
    }
  }
  return writes;
}

/** Masked values made real ones again, or they would be refused for what they look like. */
function unmasked(exchanges: readonly RecordedExchange[]): RecordedExchange[] {
  const text = JSON.stringify(exchanges)
    .replaceAll(/<uid-(\d+)>/g, (_, n: string) => `00000000-0000-4000-8000-${n.padStart(12, '0')}`)
    .replaceAll(/<(?:list-)?rv-(\d+)>/g, '$1')
    .replaceAll('<time>', '2026-01-01T00:00:00Z')
    .replaceAll(/<random-(\d+)>/g, 'rand$1');
  return JSON.parse(text) as RecordedExchange[];
}

interface Target {
  readonly kind: GroupVersionKind;
  readonly resource: string;
  readonly namespace: string | undefined;
  readonly subresource: string | undefined;
  readonly key: string;
}

function targetOf(path: string): Target | undefined {
  const match =
    /^\/(?:api|apis\/(?<group>[^/]+))\/(?<version>v[^/]+)(?:\/namespaces\/(?<namespace>[^/]+))?\/(?<resource>[a-z]+)(?:\/(?<name>[^/]+)(?:\/(?<subresource>[^/]+))?)?$/.exec(
      path,
    );
  const { group = '', version, namespace, resource, name = '', subresource } = match?.groups ?? {};
  const found = kubernetesResources().find(
    (each) => each.group === group && each.version === version && each.resource === resource,
  );
  if (found === undefined || resource === undefined) return undefined;
  return {
    kind: { group, version: found.version, kind: found.kind },
    resource,
    namespace,
    subresource,
    key: `${resource}/${namespace ?? ''}/${name}`,
  };
}

function draftOf(
  { request, response }: RecordedExchange,
  { kind, key, subresource }: Target,
  objects: ReadonlyMap<string, KubeObject>,
): KubeObject | undefined {
  const { body } = request;
  const isAnswer = [200, 201, 403, 422].includes(response.status);
  if (!isAnswer || !isObject(body) || 'sha256' in body) return undefined;
  if (subresource !== undefined && !WRITING_SUBRESOURCES.includes(subresource)) return undefined;
  const schema = kubernetesSchema(kind);
  const decode = (value: unknown) =>
    onlyKnownFields({ ...(value as KubeObject), apiVersion: '', kind: '' }, schema);
  const live = objects.get(key);
  const type = (request.headers as { 'content-type'?: string } | undefined)?.['content-type'];
  switch (request.method) {
    case 'POST':
      return decode(body);
    case 'PUT':
      return live && decode(body);
    case 'PATCH':
      if (live === undefined || schema === undefined) return undefined;
      if (type === TYPES.merge) return decode(applyMergePatch(live as never, body as never));
      if (type === TYPES.strategic)
        return decode(applyStrategicMergePatch(live as never, body as never, schema as never));
      return undefined;
    default:
      return undefined;
  }
}

/** Of the `Warning:` headers, those that a kind gave. */
export function warningTexts({ warning = '' }: { warning?: string }): string[] {
  const texts = [...warning.matchAll(/299 - ("(?:[^"\\]|\\.)*")/g)].map(
    ([, text]) => JSON.parse(text ?? '""') as string,
  );
  return texts.filter(
    (text) =>
      !/^(unknown|duplicate) field|^v1 \w+ is deprecated in /.test(text) &&
      !text.includes('already set in map'),
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
