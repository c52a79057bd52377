import { parseApiVersion, type KubeObject } from '@banyan/api';

type Fields = Record<string, unknown>;

/**
 * An object without what only members can judge: a Pod's account is there, not where it is tried; a node port that is
 * taken in the hub may be free in every one of them.
 */
export function withoutLocalFacts(object: KubeObject): KubeObject {
  if (isCore(object, 'Pod')) return { ...object, spec: without(specOf(object), ACCOUNT) };
  if (!isCore(object, 'Service')) return object;
  const spec = specOf(object);
  const isHeadless = spec['clusterIP'] === 'None';
  const rest = without(spec, isHeadless ? ['healthCheckNodePort'] : ADDRESSES);
  const ports = portsOf(spec)?.map((port) => without(port, ['nodePort']));
  return { ...object, spec: { ...rest, ...(ports && { ports }) } };
}

/** A template that was tried without them, with those that its author wrote. */
export function withLocalFacts(template: KubeObject, object: KubeObject): KubeObject {
  const sent = specOf(object);
  if (isCore(object, 'Pod')) {
    return { ...template, spec: { ...without(specOf(template), ACCOUNT), ...only(sent, ACCOUNT) } };
  }
  if (!isCore(object, 'Service')) return template;
  const asked = portsOf(sent) ?? [];
  const ports = portsOf(specOf(template))?.map((port, at) => ({
    ...port,
    ...only(asked[at] ?? {}, ['nodePort']),
  }));
  const spec = { ...specOf(template), ...only(sent, ['healthCheckNodePort']), ...(ports && { ports }) };
  return { ...template, spec };
}

const ACCOUNT = ['serviceAccountName', 'serviceAccount'];
const ADDRESSES = ['clusterIP', 'clusterIPs', 'healthCheckNodePort'];

function isCore({ apiVersion, kind }: KubeObject, wanted: string): boolean {
  return kind === wanted && parseApiVersion(apiVersion).group === '';
}

function specOf(object: KubeObject): Fields {
  return (object['spec'] ?? {}) as Fields;
}

function portsOf(spec: Fields): Fields[] | undefined {
  return Array.isArray(spec['ports']) ? (spec['ports'] as Fields[]) : undefined;
}

function without(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

function only(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));
}
