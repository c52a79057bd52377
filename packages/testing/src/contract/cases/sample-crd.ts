import type { CaseContext } from '../case-context.ts';

export interface SampleResource {
  /** The plural, as in the path. */
  readonly resource: string;
  readonly group: string;
  readonly kind: string;
  readonly apiVersion: string;
  /** The path of the resource in the case's namespace, or of one object of it. */
  path(name?: string): string;
  object(name: string, rest?: object): object;
}

interface CrdStatus {
  readonly status?: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] };
}

/** A namespaced kind of the case's own, `Widget` in a group that no other case uses; ready when this returns. */
export async function createSampleCrd(c: CaseContext, schema?: object): Promise<SampleResource> {
  const group = `${c.clusterName()}.example.test`;
  const name = `widgets.${group}`;
  const openAPIV3Schema = {
    type: 'object',
    properties: {
      spec: schema ?? { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      status: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    },
  };
  const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  const body = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural: 'widgets', singular: 'widget', kind: 'Widget' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema },
          subresources: { status: {} },
        },
      ],
    },
  };
  await c.setup({ method: 'POST', path: crds, body });
  await c.until<CrdStatus>({ path: `${crds}/${name}` }, ({ body: { status } }) =>
    (status?.conditions ?? []).some((one) => one.type === 'Established' && one.status === 'True'),
  );
  const resource = `widgets.${group}/v1`;
  await c.until({ path: c.at(resource) }, ({ status }) => status === 200);
  const apiVersion = `${group}/v1`;
  return {
    resource,
    group,
    kind: 'Widget',
    apiVersion,
    path: (object) => (object === undefined ? c.at(resource) : c.at(resource, object)),
    object: (objectName, rest = {}) => ({
      apiVersion,
      kind: 'Widget',
      metadata: { name: objectName },
      ...rest,
    }),
  };
}
