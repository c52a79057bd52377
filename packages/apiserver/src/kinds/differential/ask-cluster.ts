import { kubernetesSchema, type KubeObject, type Status } from '@banyan/api';
import { onlyKnownFields } from '../recorded/only-known-fields.ts';
import { warningTexts, type RecordedWrite } from '../recorded/recorded-writes.ts';
import type { ManifestSource } from './manifest-source.ts';

/** The part of a real cluster that is asked. */
interface AskedCluster {
  request(request: {
    method: string;
    path: string;
    headers: Record<string, string>;
    body: string;
  }): Promise<{ status: number; headers: object; body: Buffer }>;
}

/** Where the real cluster has the kind's objects. */
export function collectionPath({ kind, resource, namespaced }: ManifestSource): string {
  const prefix = kind.group === '' ? '/api' : `/apis/${kind.group}`;
  return `${prefix}/${kind.version}/${namespaced ? 'namespaces/default/' : ''}${resource}`;
}

/** One of them, or what is below it. */
export function objectPath(source: ManifestSource, { metadata }: KubeObject, subresource?: string): string {
  const path = `${collectionPath(source)}/${metadata.name}`;
  return subresource === undefined ? path : `${path}/${subresource}`;
}

/** What an update is of; without it a write is a create. */
interface Updated {
  readonly live: KubeObject;
  readonly subresource?: 'status';
}

/**
 * Sends a manifest to a real cluster, to be thrown away there. Undefined when the body did not even get to the kind
 * (400).
 */
export async function askCluster(
  cluster: AskedCluster,
  source: ManifestSource,
  manifest: object,
  { live, subresource }: Partial<Updated> = {},
): Promise<RecordedWrite | undefined> {
  const path = live === undefined ? collectionPath(source) : objectPath(source, live, subresource);
  const response = await cluster.request({
    method: live === undefined ? 'POST' : 'PUT',
    path: `${path}?dryRun=All`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(manifest),
  });
  if (response.status === 400) return undefined;
  const decoded = { ...(manifest as KubeObject), apiVersion: '', kind: '' };
  return {
    title: JSON.stringify(manifest),
    kind: source.kind,
    subresource,
    namespace: source.namespaced ? 'default' : undefined,
    live,
    draft: onlyKnownFields(decoded, kubernetesSchema(source.kind)),
    dryRun: true,
    status: response.status,
    body: JSON.parse(response.body.toString()) as KubeObject | Status,
    warnings: warningTexts(response.headers as { warning?: string }),
    objects: new Map(),
  };
}
