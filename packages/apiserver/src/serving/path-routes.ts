import type { RequestScope } from './request-scope.ts';

/** Answers a request that is not for objects. Throws ApiErrors. */
export type PathHandler = (scope: RequestScope) => Promise<void>;

/** What is served besides objects: health, version, discovery. */
export class PathRoutes {
  readonly #exact = new Map<string, PathHandler>();
  readonly #below: [string, PathHandler][] = [];
  readonly #searches: ((path: string) => PathHandler | undefined)[] = [];

  /** `/healthz`; a slash at the end of a request's path makes no difference. */
  at(path: string, handler: PathHandler): void {
    this.#exact.set(path, handler);
  }

  /** Everything that starts with `/openapi/v3/`, unless it has a handler of its own. */
  below(prefix: string, handler: PathHandler): void {
    this.#below.push([prefix, handler]);
  }

  /** Paths that come and go while the server runs; asked if nothing else is found. */
  matching(search: (path: string) => PathHandler | undefined): void {
    this.#searches.push(search);
  }

  /** The paths that have a handler of their own. */
  paths(): string[] {
    return [...this.#exact.keys()];
  }

  find(path: string): PathHandler | undefined {
    const exact = this.#exact.get(path) ?? this.#exact.get(path.replace(/\/$/, ''));
    return exact ?? this.#below.find(([prefix]) => path.startsWith(prefix))?.[1] ?? this.#search(path);
  }

  #search(path: string): PathHandler | undefined {
    for (const search of this.#searches) {
      const handler = search(path);
      if (handler !== undefined) return handler;
    }
    return undefined;
  }
}
