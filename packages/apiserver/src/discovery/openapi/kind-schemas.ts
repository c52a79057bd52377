import { kubernetesDefinitionName, type GroupVersionKind } from '@banyan/api';
import type { ServedResource } from '../../registry/served-resource.ts';
import { componentSchemas, referenceTo } from './component-schemas.ts';

const META = 'io.k8s.apimachinery.pkg.apis.meta.v1';

/** The name of a kind's schema: that of the type in Kubernetes, or the group reversed as Kubernetes does for custom kinds. */
export function schemaName(of: GroupVersionKind): string {
  const builtIn = kubernetesDefinitionName(of);
  return builtIn ?? [...of.group.split('.').toReversed(), of.version, of.kind].join('.');
}

/** Everything that requests and answers of these resources are made of. */
export function schemasOf(resources: readonly ServedResource[]): Record<string, object> {
  const kinds = resources.flatMap(({ group, version, kind, listKind, subresources }) => [
    { group, version, kind },
    { group, version, kind: listKind },
    ...subresources.values(),
  ]);
  const shared = [`${META}.DeleteOptions`, `${META}.Patch`, `${META}.Status`, `${META}.ObjectMeta`];
  const builtIn = componentSchemas([...kinds.map((kind) => schemaName(kind)), ...shared]);
  const custom = resources.filter((resource) => kubernetesDefinitionName(resource) === undefined);
  return { ...builtIn, ...Object.fromEntries(custom.flatMap((resource) => customSchemas(resource))) };
}

function customSchemas(resource: ServedResource): [string, object][] {
  const { group, version, kind, listKind, schema } = resource;
  const [item, list] = [schemaName(resource), schemaName({ group, version, kind: listKind })];
  const text = { type: 'string' };
  return [
    [
      item,
      {
        type: 'object',
        ...schema,
        properties: {
          ...schema?.properties,
          apiVersion: text,
          kind: text,
          metadata: { allOf: [referenceTo(`${META}.ObjectMeta`)] },
        },
        'x-kubernetes-group-version-kind': [{ group, version, kind }],
      },
    ],
    [
      list,
      {
        type: 'object',
        required: ['items'],
        properties: {
          apiVersion: text,
          items: { type: 'array', items: referenceTo(item) },
          kind: text,
          metadata: { type: 'object' },
        },
        'x-kubernetes-group-version-kind': [{ group, version, kind: listKind }],
      },
    ],
  ];
}
