import { goType, kubernetesDefinitionName, type GoStruct, type GroupVersionKind } from '@banyan/api';

const META = 'io.k8s.apimachinery.pkg.apis.meta.v1';

/** The struct of a built-in kind; undefined for every other kind. */
export function structOfKind(kind: GroupVersionKind): GoStruct | undefined {
  const name = kubernetesDefinitionName(kind);
  const type = name === undefined ? undefined : goType(name);
  return type?.kind === 'struct' ? type : undefined;
}

/** A struct of the package that all kinds share: `ObjectMeta`, `DeleteOptions`. */
export function metaStruct(title: string): GoStruct {
  const type = goType(`${META}.${title}`);
  if (type?.kind !== 'struct') throw new Error(`the generated Go types lack the struct ${title}`);
  return type;
}
