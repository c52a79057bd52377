import type { RawExchange } from '../raw-exchange.ts';
import { isJsonObject, type Json, type RecordedExchange } from '../transcript.ts';
import { asksForCollection } from './collection-path.ts';
import { MaskBook } from './mask-book.ts';
import { recordedHeaders } from './recorded-headers.ts';
import { columnsOf, maskTable } from './mask-table.ts';
import { VersionNames } from './version-names.ts';

export interface NormaliseOptions {
  readonly server: string;
  /** The case's own masks: value → what is shown. */
  readonly masks: ReadonlyMap<string, string>;
}

/** What is recorded of a case: random values named, everything else as it was. */
export function normaliseTranscript(
  exchanges: readonly RawExchange[],
  { server, masks }: NormaliseOptions,
): RecordedExchange[] {
  const book = new MaskBook(server, masks);
  for (const { request, response } of exchanges) {
    book.observeRequest([request.query, request.body ?? null, request.headers]);
    const isCollection = asksForCollection(request.method, request.path);
    for (const body of [response.body, response.facts]) if (body) book.observeResponse(body, isCollection);
    if (response.events) book.observeResponse(response.events, false);
  }
  book.seal();
  const normaliser = new Normaliser(book);
  return exchanges.map((exchange) => normaliser.exchange(exchange)).filter((_, i) => exchanges[i]?.recorded);
}

/** Headers that hold a digest of the content; the location of a versioned document has it in its query. */
const DIGEST_HEADERS = new Set(['etag', 'if-none-match', 'location']);
const DATE_HEADERS = new Set(['expires', 'last-modified']);

interface Place {
  readonly query: Readonly<Record<string, string>>;
  readonly isBookmark: boolean;
  /** Whether lists in it are lists of the server, with the server's version. */
  readonly isCollection: boolean;
}

class Normaliser {
  readonly #book: MaskBook;
  readonly #versions: VersionNames;
  readonly #digests = new Map<string, string>();

  constructor(book: MaskBook) {
    this.#book = book;
    this.#versions = new VersionNames(book);
  }

  exchange({ request, response }: RawExchange): RecordedExchange {
    const isCollection = asksForCollection(request.method, request.path);
    const place: Place = { query: request.query, isBookmark: false, isCollection };
    const { events, body, facts } = response;
    const columns = columnsOf(events);
    return {
      request: {
        ...(request.note !== undefined && { note: request.note }),
        method: request.method,
        path: this.#book.text(request.path),
        ...(Object.keys(request.query).length > 0 && { query: this.#query(request.query) }),
        ...(request.as !== undefined && { as: this.#value(request.as, place) }),
        ...(Object.keys(request.headers).length > 0 && { headers: this.#headers(request.headers) }),
        ...(request.body !== undefined && { body: this.#value(request.body, place) }),
      },
      response: {
        status: response.status,
        headers: this.#headers(recordedHeaders(response.headers)),
        ...(body !== undefined && { body: this.#value(this.#table(body, undefined), place) }),
        ...(facts !== undefined && { facts: this.#value(facts, place) }),
        ...(events && { events: events.map((event) => this.#event(event, place, columns)) }),
      },
    };
  }

  #query(query: Readonly<Record<string, string>>): Json {
    const entry = ([key, value]: [string, string]): [string, string] => {
      if (key === 'resourceVersion') return [key, this.#versions.ofQuery(value)];
      return [key, key === 'hash' ? this.#digest(value) : this.#book.text(value)];
    };
    return Object.fromEntries(Object.entries(query).map(entry));
  }

  #headers(headers: Readonly<Record<string, string>>): Json {
    const entry = ([key, value]: [string, string]): [string, string] => {
      if (DIGEST_HEADERS.has(key)) return [key, this.#digest(this.#book.text(value))];
      return [key, DATE_HEADERS.has(key) ? '<http-date>' : this.#book.text(value)];
    };
    return Object.fromEntries(Object.entries(headers).map(entry));
  }

  /** A digest is made in the server's own fashion: only whether two are equal is promised. */
  #digest(value: string): string {
    return value.replace(/[0-9A-Fa-f]{32,}/, (digest) => {
      const name = this.#digests.get(digest) ?? `<digest-${this.#digests.size + 1}>`;
      this.#digests.set(digest, name);
      return name;
    });
  }

  #event(event: Json, place: Place, columns: readonly Json[] | undefined): Json {
    if (!isJsonObject(event)) return this.#value(event, place);
    const isBookmark = event['type'] === 'BOOKMARK';
    const object = this.#table(event['object'] ?? null, columns);
    return this.#value({ ...event, object }, { ...place, isBookmark, isCollection: false });
  }

  #table(value: Json, columns: readonly Json[] | undefined): Json {
    return maskTable(value, { columns, isSent: (text) => this.#book.isLiteral(text) });
  }

  #value(value: Json, place: Place, key = ''): Json {
    if (typeof value === 'string' || typeof value === 'number') return this.#leaf(value, key);
    if (Array.isArray(value)) return this.#list(value as Json[], place, key);
    if (!isJsonObject(value)) return value;
    const isList = place.isCollection && isListLike(value);
    const isVersionPatch = isJsonPatchOfVersion(value);
    const entries = Object.entries(value).map(([name, item]): [string, Json] => {
      const shown = this.#book.text(name);
      if (name === 'metadata' && isList && isJsonObject(item))
        return [shown, this.#listMetadata(item, place)];
      if (name === 'resourceVersion' || (name === 'value' && isVersionPatch))
        return [shown, this.#version(item, place)];
      return [shown, this.#value(item, place, name)];
    });
    return Object.fromEntries(entries);
  }

  #list(list: readonly Json[], place: Place, key: string): Json {
    const items = list.map((item) => this.#value(item, place, key));
    return key === 'managedFields' ? items.toSorted(byManager) : items;
  }

  #leaf(value: string | number, key: string): Json {
    const allocated = this.#book.allocated(key, value);
    if (allocated !== value) return allocated;
    return typeof value === 'string' ? this.#book.text(value) : value;
  }

  #version(version: Json, { isBookmark }: Place): Json {
    if (isBookmark && typeof version === 'string') return this.#versions.ofBookmark(version);
    return this.#versions.ofObject(version);
  }

  #listMetadata(metadata: Readonly<Record<string, Json>>, place: Place): Json {
    const { resourceVersion, ...rest } = metadata;
    if (typeof resourceVersion !== 'string') return this.#value(metadata, place);
    return {
      resourceVersion: this.#versions.ofList(resourceVersion, place.query),
      ...(this.#value(rest, place) as object),
    };
  }
}

/** Entries are in the order of the seconds in which they were written, which is chance. */
function byManager(a: Json, b: Json): number {
  const text = (entry: Json) => {
    if (!isJsonObject(entry)) return '';
    return JSON.stringify([entry['manager'], entry['operation'], entry['apiVersion'], entry['subresource']]);
  };
  return text(a) < text(b) ? -1 : 1;
}

function isListLike(value: Readonly<Record<string, Json>>): boolean {
  const { kind } = value;
  return (
    Array.isArray(value['items']) || (typeof kind === 'string' && (kind.endsWith('List') || kind === 'Table'))
  );
}

function isJsonPatchOfVersion({ op, path }: Readonly<Record<string, Json>>): boolean {
  return typeof op === 'string' && path === '/metadata/resourceVersion';
}
