import { createHash } from 'node:crypto';
import { kubernetesVersion } from '@banyan/api';
import type { ResourceCatalogue } from '../../registry/resource-catalogue.ts';
import type { ServedResource } from '../../registry/served-resource.ts';
import { apiGroups } from '../api-groups.ts';
import { schemasOf } from './kind-schemas.ts';
import { resourcePaths } from './resource-paths.ts';

/** One OpenAPI v3 document as it goes out. */
export interface OpenApiDocument {
  readonly body: string;
  /** Of the body, in upper case as in its address. */
  readonly hash: string;
  readonly modified: Date;
}

/** Outside of the groups; each has a document that names it. */
const SERVER_PATHS = ['.well-known/openid-configuration', 'openid/v1/jwks', 'version'];

/** The documents of what is served. Each is made when it is first asked for, and again when its resources changed. */
export class OpenApiDocuments {
  readonly #catalogue: ResourceCatalogue;
  readonly #now: () => Date;
  readonly #made = new Map<string, OpenApiDocument & { readonly of: readonly ServedResource[] }>();

  constructor(catalogue: ResourceCatalogue, now: () => Date) {
    this.#catalogue = catalogue;
    this.#now = now;
  }

  /** All documents by path (`apis/apps/v1`), in the order of the paths. */
  all(): [string, OpenApiDocument][] {
    const served = this.#paths();
    for (const path of this.#made.keys()) if (!served.has(path)) this.#made.delete(path);
    const paths = [...served].toSorted(([one], [other]) => (one < other ? -1 : 1));
    return paths.map(([path, resources]) => [path, this.#document(path, resources)]);
  }

  find(path: string): OpenApiDocument | undefined {
    const resources = this.#paths().get(path);
    return resources === undefined ? undefined : this.#document(path, resources);
  }

  /** Documents of what has no resources only say that there is something at the path. */
  #paths(): Map<string, readonly ServedResource[]> {
    const paths = new Map<string, readonly ServedResource[]>(SERVER_PATHS.map((path) => [path, []]));
    paths.set('api', []).set('apis', []);
    for (const { name, versions } of apiGroups(this.#catalogue.all())) {
      const group = name === '' ? 'api' : `apis/${name}`;
      if (!versions.some(({ resources }) => isCustom(resources))) paths.set(group, []);
      for (const { version, resources } of versions) paths.set(`${group}/${version}`, resources);
    }
    return paths;
  }

  #document(path: string, of: readonly ServedResource[]): OpenApiDocument {
    const made = this.#made.get(path);
    if (made?.of.length === of.length && of.every((resource, at) => resource === made.of[at])) return made;
    const body = JSON.stringify(documentOf(path, of));
    const hash = createHash('sha512').update(body).digest('hex').toUpperCase();
    const document = { body, hash, modified: this.#now(), of };
    this.#made.set(path, document);
    return document;
  }
}

function documentOf(path: string, resources: readonly ServedResource[]): object {
  const base = `/${path}`;
  const operations = resources.flatMap((resource) => resourcePaths(base, resource));
  return {
    openapi: '3.0.0',
    info: { title: 'Kubernetes', version: kubernetesVersion() },
    paths: Object.fromEntries(isCustom(resources) ? operations : [rootPath(base), ...operations]),
    components: { schemas: resources.length === 0 ? {} : schemasOf(resources) },
  };
}

/** Discovery itself is at the root of a built-in group; documents of custom ones leave it out. */
function rootPath(base: string): [string, object] {
  const path = base.startsWith('/api') ? `${base}/` : base;
  return [path, { get: { responses: { 200: { description: 'OK' } } } }];
}

function isCustom(resources: readonly ServedResource[]): boolean {
  return resources.some(({ custom }) => custom !== undefined);
}
