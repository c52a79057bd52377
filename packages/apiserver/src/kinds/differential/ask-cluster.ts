import { kubernetesSchema, type KubeObject, type Status } from '@banyan/api';
import { onlyKnownFields } from '../recorded/only-known-fields.ts';
import { warningTexts, type RecordedWrite } from '../recorded/recorded-writes.ts';
import type { ManifestSource } from './random-manifest.ts';

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
export function collectionPath({ kind, resource }: ManifestSource): string {
  const prefix = kind.group === '' ? '/api' : `/apis/${kind.group}`;
  return `${prefix}/${kind.version}/namespaces/default/${resource}`;
}

/**
 * Sends a manifest to a real cluster, to be thrown away there: a create, or an update of `live`. Undefined when the
 * body did not even get to the kind (400).
 */
export async function askCluster(
  cluster: AskedCluster,
  source: ManifestSource,
  manifest: object,
  live?: KubeObject,
): Promise<RecordedWrite | undefined> {
  const path = collectionPath(source);
  const response = await cluster.request({
    method: live === undefined ? 'POST' : 'PUT',
    path: `${live === undefined ? path : `${path}/${live.metadata.name}`}?dryRun=All`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(manifest),
  });
  if (response.status === 400) return undefined;
  const decoded = { ...(manifest as KubeObject), apiVersion: '', kind: '' };
  return {
    title: JSON.stringify(manifest),
    kind: source.kind,
    subresource: undefined,
    namespace: 'default',
    live,
    draft: onlyKnownFields(decoded, kubernetesSchema(source.kind)),
    dryRun: true,
    status: response.status,
    body: JSON.parse(response.body.toString()) as KubeObject | Status,
    warnings: warningTexts(response.headers as { warning?: string }),
    objects: new Map(),
  };
}
