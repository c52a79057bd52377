import { kubernetesDefinitionName, type GroupVersionKind } from '@banyan/api';
import type { ServedResource } from '../../registry/served-resource.ts';
import { componentSchemas } from './component-schemas.ts';
import { customSchemas } from './custom-schemas.ts';

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
  const shared = ['DeleteOptions', 'Patch', 'Status', 'ObjectMeta', 'ListMeta'].map(
    (name) => `${META}.${name}`,
  );
  const builtIn = componentSchemas([...kinds.map((kind) => schemaName(kind)), ...shared]);
  const custom = resources.filter((resource) => kubernetesDefinitionName(resource) === undefined);
  const ofCustom = custom.flatMap((resource) => {
    const { group, version, listKind } = resource;
    const names = { item: schemaName(resource), list: schemaName({ group, version, kind: listKind }) };
    return customSchemas(resource, names);
  });
  return { ...builtIn, ...Object.fromEntries(ofCustom) };
}
