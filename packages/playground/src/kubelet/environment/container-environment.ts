import type { Container, EnvFromSource, EnvVar, Pod } from '@banyan/api/objects';
import { fieldValue, resourceValue } from './field-value.ts';
import { configMapData, MissingReference, secretData, type ObjectLookup } from './object-lookup.ts';

/**
 * The variables that a container's own words give it. Throws MissingReference for what must be there and is not.
 * `known`: what it has besides, which `$(NAME)` may name.
 */
export function containerEnvironment(
  container: Readonly<Container>,
  pod: Readonly<Pod>,
  lookup: ObjectLookup,
  known: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const source of container.envFrom ?? []) Object.assign(environment, wholeSource(source, lookup));
  for (const variable of container.env ?? []) {
    const value = valueOf(variable, { container, pod, lookup });
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

function wholeSource(source: EnvFromSource, lookup: ObjectLookup): Record<string, string> {
  const { prefix = '', configMapRef, secretRef } = source;
  const found = new Map<string, Buffer>();
  if (configMapRef !== undefined) {
    const object = lookup.configMap(configMapRef.name);
    if (object === undefined && configMapRef.optional !== true)
      throw new MissingReference(`configmap "${configMapRef.name}" not found`);
    for (const [key, value] of object === undefined ? [] : configMapData(object)) found.set(key, value);
  }
  if (secretRef !== undefined) {
    const object = lookup.secret(secretRef.name);
    if (object === undefined && secretRef.optional !== true)
      throw new MissingReference(`secret "${secretRef.name}" not found`);
    for (const [key, value] of object === undefined ? [] : secretData(object)) found.set(key, value);
  }
  return Object.fromEntries([...found].map(([key, value]) => [prefix + key, value.toString()]));
}

interface Around {
  readonly container: Readonly<Container>;
  readonly pod: Readonly<Pod>;
  readonly lookup: ObjectLookup;
}

function valueOf({ value, valueFrom }: EnvVar, { container, pod, lookup }: Around): string | undefined {
  if (valueFrom === undefined) return value ?? '';
  const { configMapKeyRef, secretKeyRef, fieldRef, resourceFieldRef } = valueFrom;
  const { namespace = '' } = pod.metadata;
  if (configMapKeyRef !== undefined) {
    const object = lookup.configMap(configMapKeyRef.name);
    const data = object && configMapData(object);
    return keyOf(data, { ...configMapKeyRef, kind: 'ConfigMap', namespace });
  }
  if (secretKeyRef !== undefined) {
    const object = lookup.secret(secretKeyRef.name);
    return keyOf(object && secretData(object), { ...secretKeyRef, kind: 'Secret', namespace });
  }
  if (fieldRef !== undefined) return fieldValue(pod, fieldRef.fieldPath) ?? '';
  if (resourceFieldRef === undefined) return '';
  const named = pod.spec.containers.find(({ name }) => name === resourceFieldRef.containerName);
  return resourceValue(named ?? container, resourceFieldRef.resource, resourceFieldRef.divisor);
}

function keyOf(
  data: ReadonlyMap<string, Buffer> | undefined,
  wanted: { kind: string; namespace: string; name: string; key: string; optional?: boolean },
): string | undefined {
  const { kind, namespace, name, key, optional = false } = wanted;
  const value = data?.get(key);
  if (value !== undefined) return value.toString();
  if (optional) return undefined;
  throw new MissingReference(
    data === undefined
      ? `${kind.toLowerCase()} "${name}" not found`
      : `couldn't find key ${key} in ${kind} ${namespace}/${name}`,
  );
}
