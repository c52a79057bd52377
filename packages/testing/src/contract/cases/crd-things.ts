import type { CaseContext } from '../case-context.ts';
import type { CaseResponse } from '../case-exchange.ts';
import type { Json } from '../transcript.ts';

export const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

export const MERGE_PATCH = { 'content-type': 'application/merge-patch+json' };

export interface ThingOptions {
  /** Schema of `spec`; anything goes if it is not given. */
  readonly spec?: object;
  /** Schema of the whole object, in place of `spec`. */
  readonly schema?: object;
  readonly scope?: 'Namespaced' | 'Cluster';
  /** Merged into the one version, v1. */
  readonly version?: object;
  /** In place of the one version. */
  readonly versions?: readonly object[];
  /** Merged into the spec of the definition. */
  readonly definition?: object;
}

/** A group of the case's own. */
export function groupOf(c: CaseContext): string {
  return `${c.clusterName()}.contract.banyan.dev`;
}

const ANYTHING = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };

export function versionOf(name: string, { spec = ANYTHING, schema }: ThingOptions = {}): object {
  const openAPIV3Schema = schema ?? { type: 'object', properties: { spec } };
  return { name, served: true, storage: true, schema: { openAPIV3Schema } };
}

/** A CustomResourceDefinition of things in the case's own group. */
export function thingDefinition(c: CaseContext, options: ThingOptions = {}) {
  const { scope = 'Namespaced', version = {}, definition = {} } = options;
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `things.${groupOf(c)}` },
    spec: {
      group: groupOf(c),
      scope,
      names: { plural: 'things', singular: 'thing', kind: 'Thing', listKind: 'ThingList' },
      versions: options.versions ?? [{ ...versionOf('v1', options), ...version }],
      ...definition,
    },
  };
}

/** Creates the definition unrecorded, waits until its things are served, and returns the path of their list. */
export async function serveThings(c: CaseContext, options: ThingOptions = {}): Promise<string> {
  await c.setup({ method: 'POST', path: CRDS, body: thingDefinition(c, options) });
  const path = thingsPath(c, options);
  await c.until({ path }, ({ status }) => status === 200);
  return path;
}

export function thingsPath(
  c: CaseContext,
  { scope = 'Namespaced' }: ThingOptions = {},
  version = 'v1',
): string {
  const place = scope === 'Namespaced' ? `/namespaces/${c.namespace}` : '';
  return `/apis/${groupOf(c)}/${version}${place}/things`;
}

/** A thing of v1. */
export function thing(c: CaseContext, name: string, rest: object = {}): object {
  return { apiVersion: `${groupOf(c)}/v1`, kind: 'Thing', metadata: { name }, ...rest };
}

/** Changes the definition unrecorded; the caller waits for the effect. */
export async function changeDefinition(c: CaseContext, body: object): Promise<void> {
  const path = `${CRDS}/things.${groupOf(c)}`;
  await c.setup({ method: 'PATCH', path, headers: MERGE_PATCH, body });
}

interface Conditioned {
  readonly status?: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] };
}

/** For until(): the object has this condition. */
export function hasCondition(type: string, status = 'True'): (response: CaseResponse<Json>) => boolean {
  return ({ body }) =>
    ((body as Conditioned | undefined)?.status?.conditions ?? []).some(
      (condition) => condition.type === type && condition.status === status,
    );
}
