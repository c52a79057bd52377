import type { KubeObject } from '@banyan/api';

/** Labels that the hub, or Kubernetes itself, adds. */
const ADDED_LABELS = /^(banyan\.dev|([a-z]+\.)?clusternet\.io|kubernetes\.io)\//;

/** Of an object what its template says, as far as servers leave it as it is: the same of a template and of what came of it. */
export function plainObject(object: KubeObject): unknown {
  const labels = Object.entries(object.metadata.labels ?? {}).filter(([key]) => !ADDED_LABELS.test(key));
  return sorted({ labels: Object.fromEntries(labels), ...contentOf(object) });
}

export function plainKey({ kind, metadata }: KubeObject): string {
  return `${kind} ${metadata.namespace ?? ''}/${metadata.name ?? ''}`;
}

function contentOf(object: KubeObject): Record<string, unknown> {
  if (object.kind !== 'Deployment') return { data: object['data'], rules: object['rules'] };
  const spec = object['spec'] as {
    replicas: number;
    paused: boolean;
    template: { spec: { containers: { image: string }[] } };
  };
  const images = spec.template.spec.containers.map(({ image }) => image);
  return { replicas: spec.replicas, paused: spec.paused, images };
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(
    entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, field]) => [key, sorted(field)]),
  );
}
