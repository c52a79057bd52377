import type { Container, EnvFromSource, EnvVar, Pod } from '@banyan/api/objects';
import { fieldValue, resourceValue } from './field-value.ts';
import { configMapData, MissingReference, secretData, type ObjectLookup } from './object-lookup.ts';

/** What the values of a container's variables come from. */
export interface EnvironmentSources {
  readonly pod: Readonly<Pod>;
  readonly lookup: ObjectLookup;
  /** What it has besides, which `$(NAME)` may name. */
  readonly known?: Readonly<Record<string, string>>;
  /** What is missing is left out: a container that runs goes on without what has gone since. */
  readonly isLenient?: boolean;
}

/** The variables that a container's own words give it. Throws MissingReference for what must be there and is not. */
export function containerEnvironment(
  container: Readonly<Container>,
  sources: EnvironmentSources,
): Record<string, string> {
  const { known = {} } = sources;
  const environment: Record<string, string> = {};
  for (const source of container.envFrom ?? []) Object.assign(environment, wholeSource(source, sources));
  for (const variable of container.env ?? []) {
    const value = valueOf(variable, container, sources);
    if (value !== undefined)
      environment[variable.name] =
        variable.valueFrom === undefined ? expandReferences(value, { ...known, ...environment }) : value;
  }
  return environment;
}

/** `$(NAME)` as Kubernetes replaces it in commands, arguments and values. `$$(NAME)` stays as `$(NAME)`. */
export function expandReferences(text: string, environment: Readonly<Record<string, string>>): string {
  return text.replace(/\$(?:\$|\(([^)]*)\))/g, (all: string, name: string | undefined) =>
    name === undefined ? '$' : (environment[name] ?? all),
  );
}

function wholeSource(
  source: EnvFromSource,
  { lookup, isLenient = false }: EnvironmentSources,
): Record<string, string> {
  const { prefix = '', configMapRef, secretRef } = source;
  const found = new Map<string, Buffer>();
  if (configMapRef !== undefined) {
    const object = lookup.configMap(configMapRef.name);
    if (object === undefined && configMapRef.optional !== true && !isLenient)
      throw new MissingReference(`configmap "${configMapRef.name}" not found`);
    for (const [key, value] of object === undefined ? [] : configMapData(object)) found.set(key, value);
  }
  if (secretRef !== undefined) {
    const object = lookup.secret(secretRef.name);
    if (object === undefined && secretRef.optional !== true && !isLenient)
      throw new MissingReference(`secret "${secretRef.name}" not found`);
    for (const [key, value] of object === undefined ? [] : secretData(object)) found.set(key, value);
  }
  return Object.fromEntries([...found].map(([key, value]) => [prefix + key, value.toString()]));
}

function valueOf(
  { value, valueFrom }: EnvVar,
  container: Readonly<Container>,
  { pod, lookup, isLenient = false }: EnvironmentSources,
): string | undefined {
  if (valueFrom === undefined) return value ?? '';
  const { configMapKeyRef, secretKeyRef, fieldRef, resourceFieldRef } = valueFrom;
  const { namespace = '' } = pod.metadata;
  if (configMapKeyRef !== undefined) {
    const object = lookup.configMap(configMapKeyRef.name);
    const data = object && configMapData(object);
    return keyOf(data, { ...configMapKeyRef, kind: 'ConfigMap', namespace, isLenient });
  }
  if (secretKeyRef !== undefined) {
    const object = lookup.secret(secretKeyRef.name);
    return keyOf(object && secretData(object), { ...secretKeyRef, kind: 'Secret', namespace, isLenient });
  }
  if (fieldRef !== undefined) return fieldValue(pod, fieldRef.fieldPath) ?? '';
  if (resourceFieldRef === undefined) return '';
  const named = pod.spec.containers.find(({ name }) => name === resourceFieldRef.containerName);
  return resourceValue(named ?? container, resourceFieldRef.resource, resourceFieldRef.divisor);
}

interface WantedKey {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly key: string;
  readonly optional?: boolean;
  readonly isLenient: boolean;
}

function keyOf(data: ReadonlyMap<string, Buffer> | undefined, wanted: WantedKey): string | undefined {
  const { kind, namespace, name, key, optional = false, isLenient } = wanted;
  const value = data?.get(key);
  if (value !== undefined) return value.toString();
  if (optional || isLenient) return undefined;
  throw new MissingReference(
    data === undefined
      ? `${kind.toLowerCase()} "${name}" not found`
      : `couldn't find key ${key} in ${kind} ${namespace}/${name}`,
  );
}
