import { aggregatedVersion } from '../../discovery/aggregated-document.ts';
import { apiGroups, type ApiGroupVersion } from '../../discovery/api-groups.ts';
import type { GroupDirectory, NamedGroup } from '../../discovery/group-directory.ts';
import { compareVersions } from '../../discovery/version-priority.ts';
import type { ResourceCatalogue } from '../../registry/resource-catalogue.ts';
import type { ObjectTable } from '../../storage/object-table.ts';
import { API_SERVICE_GROUP, apiServiceName, asApiService, type ApiServiceSpec } from '../api-service.ts';
import { customSpec } from '../api-service-priorities.ts';
import type { BackendVersion } from './backend-discovery.ts';

export interface MergedGroupsOptions {
  readonly resources: ResourceCatalogue;
  readonly apiServices: ObjectTable;
  /** What is known of a version that is served elsewhere. */
  readonly backendVersion: (name: string) => BackendVersion | undefined;
}

/** The group of APIServices itself has none; it comes before all others. */
const OWN_SPEC = {
  group: API_SERVICE_GROUP,
  version: 'v1',
  groupPriorityMinimum: 20_001,
  versionPriority: 1,
};

/** The groups of all APIServices, by their priorities, whoever serves them. */
export class MergedGroups implements GroupDirectory {
  readonly #options: MergedGroupsOptions;

  constructor(options: MergedGroupsOptions) {
    this.#options = options;
  }

  groups(): NamedGroup[] {
    return this.#sorted().map(([name, specs]) => ({
      name,
      versions: specs.map(({ version = '' }) => version),
    }));
  }

  aggregated(): object[] {
    const served = this.#servedHere();
    return this.#sorted().flatMap(([name, specs]) => {
      const versions = specs.flatMap((spec) => this.#versionEntry(spec, served));
      return versions.length === 0 ? [] : [{ metadata: { name }, versions }];
    });
  }

  #versionEntry(spec: ApiServiceSpec, served: ReadonlyMap<string, ApiGroupVersion>): object[] {
    const { group = '', version = '', service } = spec;
    const name = apiServiceName(group, version);
    if (service === undefined) {
      const here = served.get(name);
      return here === undefined ? [] : [aggregatedVersion(here)];
    }
    const known = this.#options.backendVersion(name);
    return [{ ...(known?.entry ?? { version }), freshness: known?.isFresh === true ? 'Current' : 'Stale' }];
  }

  #sorted(): [string, ApiServiceSpec[]][] {
    const specs = new Map([[apiServiceName(API_SERVICE_GROUP, 'v1'), OWN_SPEC as ApiServiceSpec]]);
    for (const { key, object } of this.#options.apiServices.scan()) specs.set(key, asApiService(object).spec);
    // What has just begun to be served has no APIService for a moment.
    for (const [name, version] of this.#servedHere()) {
      const group = name.slice(version.version.length + 1);
      if (!specs.has(name)) specs.set(name, customSpec(group, version.version));
    }
    const named = [...specs.values()].filter(({ group = '' }) => group !== '');
    const byGroup = [...Map.groupBy(named, ({ group = '' }) => group)];
    return byGroup
      .map(([group, versions]): [string, ApiServiceSpec[]] => [group, versions.toSorted(byVersion)])
      .toSorted(byGroupPriority);
  }

  #servedHere(): Map<string, ApiGroupVersion> {
    const groups = apiGroups(this.#options.resources.all());
    return new Map(
      groups.flatMap(({ name, versions }) =>
        versions.map((version): [string, ApiGroupVersion] => [
          apiServiceName(name, version.version),
          version,
        ]),
      ),
    );
  }
}

function byVersion(one: ApiServiceSpec, other: ApiServiceSpec): number {
  const byPriority = other.versionPriority - one.versionPriority;
  return byPriority || compareVersions(one.version ?? '', other.version ?? '');
}

/** A group counts for as much as the highest of its versions. */
function byGroupPriority(
  [one, its]: [string, ApiServiceSpec[]],
  [other, others]: [string, ApiServiceSpec[]],
): number {
  const byPriority = highest(others) - highest(its);
  return byPriority || (one < other ? -1 : Number(one > other));
}

function highest(specs: readonly ApiServiceSpec[]): number {
  return Math.max(...specs.map(({ groupPriorityMinimum }) => groupPriorityMinimum));
}
