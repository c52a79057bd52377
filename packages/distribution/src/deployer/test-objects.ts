import type { KubeObject } from '@banyan/api';
import { OWNED_LABEL } from '@banyan/api/banyan';
import {
  APPS_FINALIZER,
  OWNED_BY_DESCRIPTION_ANNOTATION,
  type Description,
  type ManagedCluster,
} from '@banyan/api/clusternet';

export const HUB_ID = 'test-hub';

/** A Description as the pipeline makes it: its objects carry the marks. */
export function descriptionOf(
  { namespace, name }: { readonly namespace: string; readonly name: string },
  objects: readonly KubeObject[],
  annotations: Record<string, string> = {},
): Description {
  return {
    apiVersion: 'apps.clusternet.io/v1alpha1',
    kind: 'Description',
    metadata: { name, namespace, annotations, finalizers: [APPS_FINALIZER] },
    spec: {
      deployer: 'Generic',
      raw: objects.map((object) => encoded(marked(object, `${namespace}.${name}`))),
    },
  };
}

export function marked(object: KubeObject, work: string): KubeObject {
  const { metadata } = object;
  const labels = { ...metadata.labels, [OWNED_LABEL]: HUB_ID };
  const annotations = { ...metadata.annotations, [OWNED_BY_DESCRIPTION_ANNOTATION]: work };
  return { ...object, metadata: { ...metadata, labels, annotations } };
}

function encoded(object: unknown): string {
  return Buffer.from(JSON.stringify(object)).toString('base64');
}

export function configMap(
  name: string,
  data: Record<string, string> = {},
  namespace = 'default',
): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace }, data };
}

export function deployment(name: string, replicas = 1, image = 'nginx'): KubeObject {
  const labels = { app: name };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace: 'default' },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'c', image }] } },
    },
  };
}

export function managedCluster(namespace: string, changes: Partial<ManagedCluster> = {}): ManagedCluster {
  return {
    apiVersion: 'clusters.clusternet.io/v1beta1',
    kind: 'ManagedCluster',
    metadata: { name: 'member', namespace },
    spec: { clusterId: '11111111-2222-3333-4444-555555555555', syncMode: 'Push' },
    ...changes,
  };
}

export const CONFIG_MAPS = { group: '', version: 'v1', resource: 'configmaps' };
export const NAMESPACES = { group: '', version: 'v1', resource: 'namespaces' };
export const DEPLOYMENTS = { group: 'apps', version: 'v1', resource: 'deployments' };
