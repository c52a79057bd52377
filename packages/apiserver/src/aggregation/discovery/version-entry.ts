/** What aggregated discovery tells of a group's version. */
export interface VersionEntry {
  readonly version: string;
  /** Absent: nothing is known of it. */
  readonly resources?: readonly ResourceEntry[];
}

interface KindEntry {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

interface ResourceEntry {
  readonly resource: string;
  readonly responseKind: KindEntry;
  readonly scope: string;
  readonly singularResource: string;
  readonly verbs: readonly string[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly subresources?: readonly SubresourceEntry[];
}

interface SubresourceEntry {
  readonly subresource: string;
  readonly responseKind: KindEntry;
  readonly verbs: readonly string[];
}

type Json = Readonly<Record<string, unknown>>;

/** The entry of a version in a document of another server; of what it says only what belongs there is taken over. */
export function entryInDocument(document: unknown, group: string, version: string): VersionEntry | undefined {
  for (const item of objectsIn(document, 'items')) {
    if (text(asJson(item['metadata'])['name']) !== group) continue;
    const found = objectsIn(item, 'versions').find((one) => one['version'] === version);
    if (found !== undefined) return { version, resources: objectsIn(found, 'resources').map(resourceEntry) };
  }
  return undefined;
}

/** The same from an APIResourceList, which is all that older servers have. */
export function entryOfResourceList(document: unknown, version: string): VersionEntry {
  const listed = objectsIn(document, 'resources');
  const resources = listed.filter((one) => !text(one['name']).includes('/'));
  return {
    version,
    resources: resources.map((one): ResourceEntry => {
      const name = text(one['name']);
      const below = listed.filter((other) => text(other['name']).startsWith(`${name}/`));
      return {
        resource: name,
        responseKind: kindEntry(one),
        scope: one['namespaced'] === true ? 'Namespaced' : 'Cluster',
        singularResource: text(one['singularName']),
        verbs: texts(one['verbs']),
        ...lists(one),
        ...(below.length > 0 && {
          subresources: below.map((other) => ({
            subresource: text(other['name']).slice(name.length + 1),
            responseKind: kindEntry(other),
            verbs: texts(other['verbs']),
          })),
        }),
      };
    }),
  };
}

function resourceEntry(one: Json): ResourceEntry {
  const subresources = objectsIn(one, 'subresources');
  return {
    resource: text(one['resource']),
    responseKind: kindEntry(asJson(one['responseKind'])),
    scope: text(one['scope']),
    singularResource: text(one['singularResource']),
    verbs: texts(one['verbs']),
    ...lists(one),
    ...(subresources.length > 0 && {
      subresources: subresources.map((below) => ({
        subresource: text(below['subresource']),
        responseKind: kindEntry(asJson(below['responseKind'])),
        verbs: texts(below['verbs']),
      })),
    }),
  };
}

function kindEntry({ group, version, kind }: Json): KindEntry {
  return { group: text(group), version: text(version), kind: text(kind) };
}

function lists(one: Json): { shortNames?: string[]; categories?: string[] } {
  const shortNames = texts(one['shortNames']);
  const categories = texts(one['categories']);
  return { ...(shortNames.length > 0 && { shortNames }), ...(categories.length > 0 && { categories }) };
}

function asJson(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

function objectsIn(value: unknown, field: string): Json[] {
  const list = asJson(value)[field];
  return Array.isArray(list) ? list.filter((one) => typeof one === 'object' && one !== null) : [];
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
