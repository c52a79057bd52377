import type { GroupVersionResource, KubeObject } from '@banyan/api';

/** Where the templates' objects are in the members. Nobody makes it there but the hub. */
export const NAMESPACE = 'shop';
/** It can be divided evenly among one to five members. */
export const DIVIDED_REPLICAS = 60;

/** What a subscription may bring; each is a template of its own. */
export const PARTS = ['config', 'text', 'secret', 'web', 'role', 'space', 'inside'] as const;
export type Part = (typeof PARTS)[number];

export const RESOURCES: Readonly<Record<string, GroupVersionResource>> = {
  ConfigMap: { group: '', version: 'v1', resource: 'configmaps' },
  Secret: { group: '', version: 'v1', resource: 'secrets' },
  Namespace: { group: '', version: 'v1', resource: 'namespaces' },
  Deployment: { group: 'apps', version: 'v1', resource: 'deployments' },
  ClusterRole: { group: 'rbac.authorization.k8s.io', version: 'v1', resource: 'clusterroles' },
};

export function resourceOf({ kind }: KubeObject): GroupVersionResource {
  const resource = RESOURCES[kind];
  if (resource === undefined) throw new Error(`no template is a ${kind}`);
  return resource;
}

/** Names that only templates have. */
export function isTemplateName(name: string | undefined): boolean {
  return /^s\d+-/.test(name ?? '');
}

/** The template of one part of a subscription; another version is another content. */
export function templateOf(subscription: string, part: Part, version: number): KubeObject {
  const name = `${subscription}-${part}`;
  const labels = { version: `v${version}` };
  const metadata = { name, namespace: NAMESPACE, labels };
  const text = `version ${version}`;
  switch (part) {
    case 'config':
    case 'text':
      return { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { text, [`key-${version}`]: 'set' } };
    case 'inside':
      return {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { ...metadata, namespace: `${subscription}-space` },
        data: { text },
      };
    case 'secret':
      return { apiVersion: 'v1', kind: 'Secret', metadata, data: { text: btoa(text) } };
    case 'space':
      return { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels } };
    case 'role':
      return {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'ClusterRole',
        metadata: { name, labels },
        rules: [
          { apiGroups: [''], resources: ['configmaps'], verbs: ['get'], resourceNames: [`v${version}`] },
        ],
      };
    case 'web':
      return { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec: deploymentSpec(name, version) };
  }
}

/** Paused: nothing here is about pods. */
function deploymentSpec(name: string, version: number): Record<string, unknown> {
  const labels = { app: name };
  const container = { name: 'web', image: `registry.example/web:${version}` };
  return {
    paused: true,
    replicas: DIVIDED_REPLICAS,
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: [container] } },
  };
}
