import { formatApiVersion, type GroupVersionResource } from '@banyan/api';
import type { Schema } from '@banyan/patch';
import { subdomainName } from '../kinds/fields/name-format.ts';
import type { KindRules } from '../kinds/kind-rules.ts';
import { statusStrategyOf, strategyOf } from '../kinds/kind-strategy.ts';
import { NAME_AND_AGE_COLUMNS } from '../tables/column.ts';
import type { ResourceStorage } from './resource-storage.ts';
import type {
  ResourceStrategy,
  ServedResource,
  ServedSubresource,
  TableColumn,
  Verb,
} from './served-resource.ts';

/** What must be said of a resource; for the rest there is what most resources do. */
export interface PlainResource extends GroupVersionResource {
  readonly kind: string;
  readonly namespaced: boolean;
  readonly storage: ResourceStorage;
  readonly singular?: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  /** Default: all. */
  readonly verbs?: readonly Verb[];
  /** For merging and for documents. Default: anything goes, and lists are replaced as a whole. */
  readonly schema?: Schema;
  /** Whether there is an endpoint `/status`, which alone writes `status`. */
  readonly hasStatus?: boolean;
  /** In the place of what it would do otherwise: names, metadata and generation as Kubernetes has them. */
  readonly strategy?: Partial<ResourceStrategy>;
  readonly columns?: readonly TableColumn[];
  /** Besides `status`. */
  readonly subresources?: readonly ServedSubresource[];
}

const ALL_VERBS: readonly Verb[] = [
  'create',
  'delete',
  'deletecollection',
  'get',
  'list',
  'patch',
  'update',
  'watch',
];

/** A resource of a program's own, with one version, wherever it keeps its objects. */
export function plainResource(of: PlainResource): ServedResource {
  const { group, version, resource, kind, namespaced, storage, hasStatus = false } = of;
  const rules: KindRules = {
    kind: { group, version, kind },
    namespaced,
    name: subdomainName,
    generation: 'spec, or all but metadata',
    hasStatus,
  };
  const apiVersion = formatApiVersion(of);
  const { singular = kind.toLowerCase(), shortNames = [], categories = [], subresources = [] } = of;
  const status: ServedSubresource = {
    name: 'status',
    group,
    version,
    kind,
    verbs: ['get', 'patch', 'update'],
    strategy: statusStrategyOf(rules),
  };
  const below = [...subresources, ...(hasStatus ? [status] : [])];
  return {
    group,
    version,
    resource,
    kind,
    listKind: `${kind}List`,
    singular,
    shortNames,
    categories,
    namespaced,
    storage,
    verbs: of.verbs ?? ALL_VERBS,
    columns: of.columns ?? NAME_AND_AGE_COLUMNS,
    schema: of.schema,
    strategy: { ...strategyOf(rules), ...of.strategy },
    custom: { hasStatus },
    subresources: new Map(below.map((one) => [one.name, one])),
    fromStorage: (object) => (object.apiVersion === apiVersion ? object : { ...object, apiVersion }),
    toStorage: (object) => object,
  };
}
