import type { Json } from '../transcript.ts';
import type { MaskBook } from './mask-book.ts';

/**
 * Names the versions of lists. A list's version is the whole server's, so whether two are equal depends on what else
 * happens there; each list gets a name of its own by its place in the case, unless its version was asked for or it is
 * a later page. A list older than what the case has seen before is named so: that would be a stale read.
 */
export class VersionNames {
  readonly #book: MaskBook;
  readonly #lists = new Map<string, string>();
  #count = 0;
  #newestSeen = 0;

  constructor(book: MaskBook) {
    this.#book = book;
  }

  /** Notes the version of an object that was shown. */
  seen(version: string): void {
    if (/^\d+$/.test(version)) this.#newestSeen = Math.max(this.#newestSeen, Number(version));
  }

  ofList(version: string, query: Readonly<Record<string, string>>): string {
    if (!/^\d+$/.test(version) || version === '0') return version;
    if (query['resourceVersion'] === version && query['resourceVersionMatch'] === 'Exact')
      return this.ofQuery(version);
    const page = query['continue'] === undefined ? undefined : this.#lists.get(version);
    if (page !== undefined) return page;
    this.#count += 1;
    const name =
      Number(version) < this.#newestSeen ? `<list-rv-${this.#count} is stale>` : `<list-rv-${this.#count}>`;
    this.#lists.set(version, name);
    return name;
  }

  /** Bookmarks may not be older than what was shown before. */
  ofBookmark(version: string): string {
    return Number(version) < this.#newestSeen ? '<bookmark-rv is stale>' : '<bookmark-rv>';
  }

  /** A version in a query is an object's or a list's; if it is both, the transcript would depend on chance. */
  ofQuery(version: string): string {
    const [list, object] = [this.#lists.get(version), this.#book.version(version)];
    if (list !== undefined && object !== version)
      throw new Error('a list has the same version as an object: call advanceHistory() before that list');
    return list ?? object;
  }

  ofObject(version: Json): Json {
    if (typeof version !== 'string') return version;
    this.seen(version);
    return this.#lists.has(version) && this.#book.version(version) === version
      ? this.ofQuery(version)
      : this.#book.version(version);
  }
}
