/** What the cases read of an object that the server stored. */
export interface Stored {
  readonly metadata: {
    readonly name: string;
    readonly uid: string;
    readonly resourceVersion: string;
    readonly [key: string]: unknown;
  };
  readonly [key: string]: unknown;
}

/** What the cases read of a list. */
export interface StoredList {
  readonly metadata: { readonly resourceVersion: string; readonly continue?: string };
  readonly items: readonly Stored[];
}

export function configMap(name: string, data: Record<string, string> = {}, metadata: object = {}) {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, ...metadata }, data };
}

export function deployment(name: string, spec: object = {}) {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name },
    spec: {
      replicas: 1,
      selector: { matchLabels: { app: name } },
      template: podTemplate(name),
      ...spec,
    },
  };
}

function podTemplate(app: string) {
  return {
    metadata: { labels: { app } },
    spec: { containers: [{ name: 'main', image: 'example.test/main:1' }] },
  };
}

export function pod(name: string, metadata: object = {}) {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, ...metadata },
    spec: {
      automountServiceAccountToken: false,
      containers: [{ name: 'main', image: 'example.test/main:1' }],
    },
  };
}

export function service(name: string, spec: object = {}) {
  const ports = [{ name: 'http', port: 80 }];
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name },
    spec: { selector: { app: name }, ports, ...spec },
  };
}

export function lease(name: string, spec: object = {}) {
  return { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name }, spec };
}

export const JSON_PATCH = { 'content-type': 'application/json-patch+json' };
export const MERGE_PATCH = { 'content-type': 'application/merge-patch+json' };
export const STRATEGIC_PATCH = { 'content-type': 'application/strategic-merge-patch+json' };
export const APPLY_PATCH = { 'content-type': 'application/apply-patch+yaml' };
