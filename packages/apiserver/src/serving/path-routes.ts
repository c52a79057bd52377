import type { RequestScope } from './request-scope.ts';

/** Answers a request that is not for objects. Throws ApiErrors. */
export type PathHandler = (scope: RequestScope) => Promise<void>;

/** What is served besides objects: health, version, discovery. */
export class PathRoutes {
  readonly #exact = new Map<string, PathHandler>();
  readonly #below: [string, PathHandler][] = [];

  /** `/healthz`; a slash at the end of a request's path makes no difference. */
  at(path: string, handler: PathHandler): void {
    this.#exact.set(path, handler);
  }

  /** Everything that starts with `/openapi/v3/`, unless it has a handler of its own. */
  below(prefix: string, handler: PathHandler): void {
    this.#below.push([prefix, handler]);
  }

  find(path: string): PathHandler | undefined {
    const exact = this.#exact.get(path) ?? this.#exact.get(path.replace(/\/$/, ''));
    return exact ?? this.#below.find(([prefix]) => path.startsWith(prefix))?.[1];
  }
}
