import type { KeyToPath, Pod, Volume } from '@banyan/api/objects';
import { fieldValue, resourceValue } from './field-value.ts';
import { configMapData, MissingReference, secretData, type ObjectLookup } from './object-lookup.ts';

type Files = Map<string, Buffer>;

interface ProjectedSource {
  readonly configMap?: { name?: string; items?: KeyToPath[]; optional?: boolean };
  readonly secret?: { name?: string; items?: KeyToPath[]; optional?: boolean };
  readonly downwardAPI?: Volume['downwardAPI'];
  readonly serviceAccountToken?: { path: string };
}

/** A token would open an API to simulated programs that cannot use it. */
const NO_TOKEN = 'The playground gives no tokens to simulated containers.\n';

/**
 * The files of a volume that shows objects; undefined: it is one that containers write to. Throws MissingReference for
 * what must be there and is not.
 */
export function volumeContent(volume: Volume, pod: Readonly<Pod>, lookup: ObjectLookup): Files | undefined {
  const { configMap, secret, projected, downwardAPI } = volume;
  if (configMap !== undefined) return configMapFiles(configMap, lookup);
  if (secret !== undefined) return secretFiles({ ...secret, name: secret.secretName ?? '' }, lookup);
  if (downwardAPI !== undefined) return downwardFiles(downwardAPI, pod);
  if (projected === undefined) return undefined;
  const sources = (projected.sources ?? []) as ProjectedSource[];
  return new Map(sources.flatMap((source) => [...projectedFiles(source, pod, lookup)]));
}

function projectedFiles(source: ProjectedSource, pod: Readonly<Pod>, lookup: ObjectLookup): Files {
  if (source.configMap !== undefined) return configMapFiles(source.configMap, lookup);
  if (source.secret !== undefined) return secretFiles(source.secret, lookup);
  if (source.downwardAPI !== undefined) return downwardFiles(source.downwardAPI, pod);
  const { path } = source.serviceAccountToken ?? {};
  return new Map(path === undefined ? [] : [[path, Buffer.from(NO_TOKEN)]]);
}

interface KeySource {
  readonly name?: string;
  readonly items?: readonly KeyToPath[];
  readonly optional?: boolean;
}

function configMapFiles({ name = '', items, optional = false }: KeySource, lookup: ObjectLookup): Files {
  const object = lookup.configMap(name);
  if (object !== undefined) return chosen(configMapData(object), items, { optional, kind: 'config' });
  if (optional) return new Map();
  throw new MissingReference(`configmap "${name}" not found`);
}

function secretFiles({ name = '', items, optional = false }: KeySource, lookup: ObjectLookup): Files {
  const object = lookup.secret(name);
  if (object !== undefined) return chosen(secretData(object), items, { optional, kind: 'secret' });
  if (optional) return new Map();
  throw new MissingReference(`secret "${name}" not found`);
}

function chosen(
  data: Files,
  items: readonly KeyToPath[] | undefined,
  { optional, kind }: { optional: boolean; kind: string },
): Files {
  if (items === undefined) return data;
  const files: Files = new Map();
  for (const { key, path } of items) {
    const value = data.get(key);
    if (value !== undefined) files.set(path, value);
    else if (!optional) throw new MissingReference(`references non-existent ${kind} key: ${key}`);
  }
  return files;
}

function downwardFiles({ items = [] }: NonNullable<Volume['downwardAPI']>, pod: Readonly<Pod>): Files {
  return new Map(
    items.map(({ path, fieldRef, resourceFieldRef }) => {
      const container = pod.spec.containers.find(({ name }) => name === resourceFieldRef?.containerName);
      const text =
        fieldRef !== undefined
          ? fieldValue(pod, fieldRef.fieldPath)
          : container &&
            resourceFieldRef &&
            resourceValue(container, resourceFieldRef.resource, resourceFieldRef.divisor);
      return [path, Buffer.from(text ?? '')] as const;
    }),
  );
}
