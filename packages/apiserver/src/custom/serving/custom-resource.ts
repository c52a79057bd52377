import { createHash } from 'node:crypto';
import { formatApiVersion } from '@banyan/api';
import type { ConvertObject, JsonObject } from '@banyan/patch';
import { notServed, type ApiError } from '../../errors/api-error.ts';
import { compareVersions } from '../../discovery/version-priority.ts';
import type { ResourceStorage } from '../../registry/resource-storage.ts';
import type { ServedResource, ServedSubresource, Verb } from '../../registry/served-resource.ts';
import { isTrue } from '../definitions/definition-conditions.ts';
import {
  storageVersionOf,
  versionsOf,
  type Definition,
  type DefinitionVersion,
} from '../definitions/definition.ts';
import { compiledVersions, type CompiledVersion } from './compiled-version.ts';
import { customColumns } from './custom-columns.ts';
import { customScale } from './custom-scale.ts';
import { customStatusStrategy, customStrategy, type CustomKind } from './custom-strategy.ts';
import { VersionedStorage } from './versioned-storage.ts';

/** In the real server's order. */
const VERBS: readonly Verb[] = [
  'delete',
  'deletecollection',
  'get',
  'list',
  'patch',
  'create',
  'update',
  'watch',
];
/** What discovery shows of a definition that is on its way out. */
const VERBS_AT_THE_END: readonly Verb[] = ['delete', 'deletecollection', 'get', 'list', 'watch'];
const SUBRESOURCE_VERBS: readonly Verb[] = ['get', 'patch', 'update'];

export interface DefinitionServing {
  /** Where all versions are kept. */
  readonly kept: ResourceStorage;
  /** Ends watches. */
  readonly retired: AbortSignal;
  /** The definition as it is now. */
  readonly current: () => Readonly<Definition>;
}

/** A definition's objects, over one storage: a resource for each version that is served, and one for what is kept. */
export function customResources(
  definition: Readonly<Definition>,
  serving: DefinitionServing,
): { readonly served: readonly ServedResource[]; readonly stored: ServedResource | undefined } {
  const versions = compiledVersions(definition);
  const resourceOf = (version: CompiledVersion) =>
    customResource(definition, { ...serving, versions, version });
  const served = [...versions.values()].filter((version) => version.definition.served).map(resourceOf);
  const stored = storedVersion(definition, versions);
  return { served, stored: stored && resourceOf(stored) };
}

interface VersionServing extends DefinitionServing {
  readonly versions: ReadonlyMap<string, CompiledVersion>;
  readonly version: CompiledVersion;
}

function customResource(definition: Readonly<Definition>, serving: VersionServing): ServedResource {
  const { versions, version, kept, retired, current } = serving;
  const { group, scope } = definition.spec;
  const { acceptedNames } = definition.status;
  const { plural, singular = '', kind, listKind = '', shortNames = [], categories = [] } = acceptedNames;
  const stored = storedVersion(definition, versions) ?? version;
  const isTerminating = () => isTrue(current(), 'Terminating');
  const of: CustomKind = {
    group,
    resource: plural,
    kind,
    namespaced: scope === 'Namespaced',
    version,
    isTerminating,
  };
  const strategy = customStrategy(of);
  const { subresources: below = {} } = version.definition;
  const storageHash = storageVersionHash(definition);
  return {
    group,
    version: version.definition.name,
    resource: plural,
    kind,
    listKind,
    singular,
    shortNames,
    categories,
    namespaced: of.namespaced,
    verbs: VERBS,
    get schema() {
      return version.mergeSchema;
    },
    storage: new VersionedStorage({
      kept,
      versions,
      served: version,
      stored,
      retired,
      ...refusalOf(definition, version, stored),
    }),
    strategy,
    custom: {
      hasStatus: below.status !== undefined,
      // A body of another version is refused, but first it is read as what it says it is.
      prune: (object) => (versions.get(object.apiVersion) ?? version).schema.prune(object),
      convert: (object, apiVersion) => convert(object, versions.get(apiVersion)),
      ...(storageHash !== undefined && { storageVersionHash: storageHash }),
      get shownVerbs() {
        return isTerminating() ? VERBS_AT_THE_END : VERBS;
      },
    },
    columns: customColumns(version.definition.additionalPrinterColumns),
    subresources: new Map(subresourcesOf(of, { versions, strategy }).map((one) => [one.name, one] as const)),
    ...deprecationOf(definition, version.definition),
    fromStorage: (object) => object,
    toStorage: (object) => object,
  };
}

function subresourcesOf(
  kind: CustomKind,
  { versions, strategy }: Pick<VersionServing, 'versions'> & Pick<ServedResource, 'strategy'>,
): ServedSubresource[] {
  const { group, version } = kind;
  const { status, scale } = version.definition.subresources ?? {};
  const found: ServedSubresource[] = [];
  const verbs = SUBRESOURCE_VERBS;
  if (status !== undefined) {
    const of = { group, version: version.definition.name, kind: kind.kind };
    found.push({ name: 'status', ...of, verbs, strategy: customStatusStrategy(kind, strategy) });
  }
  if (scale !== undefined) {
    const of = { group: 'autoscaling', version: 'v1', kind: 'Scale' };
    found.push({ name: 'scale', ...of, verbs, scale: customScale(scale, versions) });
  }
  return found;
}

function storedVersion(
  definition: Readonly<Definition>,
  versions: ReadonlyMap<string, CompiledVersion>,
): CompiledVersion | undefined {
  const { group } = definition.spec;
  const name = storageVersionOf(definition)?.name ?? '';
  return versions.get(formatApiVersion({ group, version: name }));
}

/** Without a webhook versions differ in nothing but their name and schema. */
function convert(object: JsonObject, version: CompiledVersion | undefined): ReturnType<ConvertObject> {
  if (version === undefined) return undefined;
  const { apiVersion, mergeSchema } = version;
  return { object: { ...object, apiVersion }, schema: mergeSchema };
}

/** What a webhook converts is not shown as if there were nothing to convert. */
function refusalOf(
  { spec }: Readonly<Definition>,
  version: CompiledVersion,
  stored: CompiledVersion,
): { refusal?: ApiError } {
  if (spec.conversion?.strategy !== 'Webhook' || version === stored) return {};
  const name = `${spec.names.plural}.${spec.group} in version ${version.definition.name}`;
  return { refusal: notServed(`${name}, which takes a conversion by webhook,`) };
}

/** By which clients see that objects are written in another form; only for a form that is served. */
function storageVersionHash(definition: Readonly<Definition>): string | undefined {
  const version = storageVersionOf(definition);
  if (version?.served !== true) return undefined;
  const { group, names } = definition.spec;
  const digest = createHash('sha256').update(`${group}/${version.name}/${names.kind}`).digest();
  return digest.subarray(0, 8).toString('base64');
}

function deprecationOf(
  definition: Readonly<Definition>,
  { name, deprecated = false, deprecationWarning }: DefinitionVersion,
): { deprecationWarning?: string } {
  if (!deprecated) return {};
  if (deprecationWarning !== undefined) return { deprecationWarning };
  const { group, names } = definition.spec;
  const [better] = versionsOf(definition)
    .filter((one) => one.served && one.deprecated !== true && compareVersions(one.name, name) < 0)
    .toSorted((one, other) => compareVersions(one.name, other.name));
  const use = better === undefined ? '' : `; use ${group}/${better.name} ${names.kind}`;
  return { deprecationWarning: `${group}/${name} ${names.kind} is deprecated${use}` };
}
