import type { StoredGoShapes, StoredGoStruct } from '@banyan/api';
import type { DeclaredType, GoPackages } from './go-packages.ts';

const TYPE_NAME = /(?:(\w+)\.)?([A-Za-z_]\w*)/g;
const BUILT_IN = new Set(
  'bool string byte int int32 int64 uint8 uint16 uint32 uint64 float64 map any'.split(' '),
);

/** The Go types behind a set of OpenAPI definitions, and all that these hold. */
export function collectGoShapes(definitions: readonly string[], packages: GoPackages): StoredGoShapes {
  const collector = new Collector(packages);
  for (const definition of definitions) collector.collect(pathOf(definition), titleOf(definition));
  return collector.shapes();
}

/** `io.k8s.api.core.v1.Pod` is `Pod` of `k8s.io/api/core/v1`. */
function pathOf(definition: string): string {
  const [io, k8s, ...rest] = definition.split('.');
  if (io !== 'io' || k8s !== 'k8s') throw new Error(`${definition} is not of Kubernetes' own modules`);
  return `k8s.io/${rest.slice(0, -1).join('/')}`;
}

function titleOf(definition: string): string {
  return definition.slice(definition.lastIndexOf('.') + 1);
}

function definitionPrefix(path: string): string {
  return `io.k8s.${path.slice('k8s.io/'.length).replaceAll('/', '.')}`;
}

function numbered(protobuf: number, type: string): string {
  return protobuf === 0 ? type : `${protobuf} ${type}`;
}

class Collector {
  readonly #packages: GoPackages;
  readonly #types = new Map<string, Map<string, string | StoredGoStruct>>();
  readonly #aliases = new Map<string, string>();

  constructor(packages: GoPackages) {
    this.#packages = packages;
  }

  collect(path: string, name: string): void {
    const types = this.#types.get(path) ?? new Map<string, string | StoredGoStruct>();
    this.#types.set(path, types);
    if (types.has(name)) return;
    types.set(name, '');
    types.set(name, this.#shapeOf(path, this.#packages.find(path, name)));
  }

  shapes(): StoredGoShapes {
    const sorted = <T>(entries: Iterable<[string, T]>): Record<string, T> =>
      Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
    return {
      packages: sorted(this.#aliases),
      types: sorted([...this.#types].map(([path, types]) => [definitionPrefix(path), sorted(types)])),
    };
  }

  #shapeOf(
    path: string,
    { declaration, imports, isCustom, isMessage }: DeclaredType,
  ): string | StoredGoStruct {
    if (isCustom) return 'custom';
    if ('type' in declaration) {
      // A list with a name may be a message of its own, which has the list as its first field.
      return numbered(isMessage ? 1 : 0, this.#qualified(path, declaration.type, imports));
    }
    return Object.fromEntries(
      declaration.fields.map(({ goName, jsonName, type, omitEmpty, omitZero, protobuf }) => {
        const key =
          jsonName === '' ? `+${goName}` : `${jsonName}${omitEmpty ? '?' : ''}${omitZero ? '0' : ''}`;
        return [key, numbered(protobuf, this.#qualified(path, type, imports))];
      }),
    );
  }

  /** The type with every name that is of another package written `meta.v1.Time`; all that it names is collected. */
  #qualified(path: string, type: string, imports: ReadonlyMap<string, string>): string {
    return type
      .replace('interface{}', 'any')
      .replaceAll(TYPE_NAME, (text, alias: string | undefined, name: string) => {
        if (alias === undefined && BUILT_IN.has(name)) return text;
        const owner = alias === undefined ? path : imports.get(alias);
        if (owner === undefined) throw new Error(`${path} uses ${text} without importing it`);
        this.collect(owner, name);
        return owner === path ? name : `${this.#aliasOf(owner)}.${name}`;
      });
  }

  #aliasOf(path: string): string {
    const alias = path.split('/').slice(-2).join('.');
    const prefix = definitionPrefix(path);
    if ((this.#aliases.get(alias) ?? prefix) !== prefix) throw new Error(`two packages are called ${alias}`);
    this.#aliases.set(alias, prefix);
    return alias;
  }
}
