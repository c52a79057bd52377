import type { ResourceCatalogue } from '../registry/resource-catalogue.ts';
import { aggregatedGroup } from './aggregated-document.ts';
import { apiGroups, type ApiGroup } from './api-groups.ts';

/** A group by its name and those of its versions, the preferred one first. */
export interface NamedGroup {
  readonly name: string;
  readonly versions: readonly string[];
}

/** Which groups discovery shows, in which order, whoever serves them. Answers from memory. */
export interface GroupDirectory {
  /** All but the core group. */
  groups(): readonly NamedGroup[];
  /** The entries of the aggregated document at `/apis`. */
  aggregated(): readonly object[];
}

/** The groups of what is served here. */
export function catalogueGroups(catalogue: ResourceCatalogue): GroupDirectory {
  const named = () => apiGroups(catalogue.all()).filter(({ name }) => name !== '');
  return {
    groups: () => named().map((group) => namedGroup(group)),
    aggregated: () => named().map((group) => aggregatedGroup(group)),
  };
}

export function namedGroup({ name, versions }: ApiGroup): NamedGroup {
  return { name, versions: versions.map(({ version }) => version) };
}
