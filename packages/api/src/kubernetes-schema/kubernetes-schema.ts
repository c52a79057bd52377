import type { GroupVersionKind } from '../group-version.ts';
import definitions from '../../generated/kubernetes/definitions.json' with { type: 'json' };
import { SchemaLinker, type KubernetesSchema, type StoredSchema } from './schema-linker.ts';

/*
 * The JSON is imported, not read from a file: this package does no I/O and also runs in browsers, and a bundle
 * carries it along, or leaves it out if nothing in the bundle asks for a schema (so nothing may be done here when
 * the module is loaded). It is small (see the test); what is done lazily, kind by kind, is the linking.
 */
let linker: SchemaLinker | undefined;

/** The schema of a built-in kind (or list kind); undefined for every other kind. */
export function kubernetesSchema({ group, version, kind }: GroupVersionKind): KubernetesSchema | undefined {
  return schemas().ofKind(`${group}/${version}/${kind}`);
}

/** The full name of the type of a built-in kind, `io.k8s.api.apps.v1.Deployment`; undefined for every other kind. */
export function kubernetesDefinitionName({ group, version, kind }: GroupVersionKind): string | undefined {
  return schemas().nameOfKind(`${group}/${version}/${kind}`);
}

/** The schema of a type by its full name, `io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta`. */
export function kubernetesDefinition(name: string): KubernetesSchema | undefined {
  return schemas().ofDefinition(name);
}

/** The same as documents hold it: `$ref` is the full name of another definition. Not to be changed. */
export function kubernetesStoredDefinition(name: string): StoredSchema | undefined {
  return Object.hasOwn(definitions, name) ? stored()[name] : undefined;
}

function schemas(): SchemaLinker {
  linker ??= new SchemaLinker(stored());
  return linker;
}

function stored(): Readonly<Record<string, StoredSchema>> {
  return definitions as Readonly<Record<string, StoredSchema>>;
}
