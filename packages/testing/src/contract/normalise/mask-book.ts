import { isJsonObject, type Json } from '../transcript.ts';
import { visitLeaves, visitObjects } from './walk-json.ts';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const TOKEN = /eyJ[\w-]{8,}\.[\w-]+\.[\w-]+/g;
const CERTIFICATE = /^-----BEGIN CERTIFICATE-----[\s\S]+$|^LS0tLS1CRUdJTi[A-Za-z0-9+/=]+$/;
/** The digest of a client certificate, in the extras of who came with it. */
const CREDENTIAL = /X509SHA256=[0-9a-f]{64}/g;
/** The letters Kubernetes makes random suffixes of: no vowels, no 0, 1 or 3. */
const RANDOM_SUFFIX = /^[bcdfghjklmnpqrstvwxz2456789]{5}$/;
/** The token volume that admission adds to every pod. */
const TOKEN_VOLUME = /kube-api-access-[bcdfghjklmnpqrstvwxz2456789]{5}/g;
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z(?!\d)/g;
/** A number soon after a mention of versions, in an error message. */
const VERSION_IN_MESSAGE = /(?<=resource ?version[^0-9]{0,24})\b\d+/gi;

/** Where the server stands, in an error message. */
const CURRENT_VERSION = /\bcurrent: \d+/;
/** What it remembers, in an error message. */
const OLDEST_VERSION = /(?<=too old resource version: \d+ )\(\d+\)/;
/** The prefix of the storage's keys is the server's own affair. */
const STORAGE_KEY = /\bKey: \/[^/]+\//;

/** A place in Go's source, which changes with how the server was built. */
const SCHEME = /(?<=in scheme ")[^"]+(?=")/g;

/** Keys whose value the server chooses unless the client did. */
const ALLOCATED: ReadonlyMap<string, string> = new Map([
  ['clusterIP', 'clusterIP'],
  ['clusterIPs', 'clusterIP'],
  ['nodePort', 'nodePort'],
  ['healthCheckNodePort', 'nodePort'],
  ['podIP', 'podIP'],
  ['continue', 'continue'],
]);

/** Values that mean something by themselves, though a server gave them. */
const NEVER_MASKED = new Set(['', '0', 'None']);

/**
 * Knows which values of one case are random, and what each is called in the transcript. The same value always has
 * the same name, so that identity across exchanges stays visible. What the client sent first is never masked.
 */
export class MaskBook {
  readonly #literals = new Set<string>();
  readonly #fromServer = new Set<string>();
  readonly #versions = new Set<number>();
  /** Versions that the client made up. */
  readonly #literalVersions = new Set<string>();
  /** Longest first, or one value could hide inside another. */
  #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();
  readonly #server: string;

  constructor(server: string, masks: ReadonlyMap<string, string>) {
    this.#server = new URL(server).host;
    for (const [value, name] of masks) this.#names.set(value, name);
  }

  /** Whether the client sent this text before the server did. */
  isLiteral(text: string): boolean {
    return this.#literals.has(text);
  }

  /** Learns what the client says of its own accord. */
  observeRequest(body: Json): void {
    visitLeaves(body, (leaf, path) => {
      const text = String(leaf);
      if (path.at(-1) === 'resourceVersion' && !this.#fromServer.has(text)) this.#literalVersions.add(text);
      for (const value of [text, ...(text.match(UUID) ?? []), ...(text.match(TIME) ?? [])])
        if (!this.#fromServer.has(value)) this.#literals.add(value);
    });
  }

  /** Learns the values that the server chose. The version of a Table of one object is the object's. */
  observeResponse(body: Json, isCollection: boolean): void {
    visitObjects(body, (object) => {
      this.#observeObject(object);
      const { kind, metadata } = object;
      if (kind === 'Table' && !isCollection && isJsonObject(metadata))
        this.#observeVersion(metadata['resourceVersion']);
    });
    visitLeaves(body, (leaf, path) => this.#observeLeaf(leaf, path));
  }

  /** After all exchanges have been observed. */
  seal(): void {
    this.#names = new Map([...this.#names].sort(([a], [b]) => b.length - a.length));
  }

  /** The name of an object's version: its rank among all versions of objects in the case. */
  version(value: string): string {
    const versions = [...this.#versions].sort((a, b) => a - b);
    const rank = versions.indexOf(Number(value));
    return rank < 0 || this.#literalVersions.has(value) ? value : `<rv-${rank + 1}>`;
  }

  /** A string as the transcript shows it. */
  text(text: string): string {
    if (this.#literals.has(text) && !this.#names.has(text)) return this.#inside(text);
    if (CERTIFICATE.test(text)) return '<certificate>';
    return this.#inside(text);
  }

  /** A number or string under a key that the server allocates. */
  allocated(key: string, value: string | number): string | number {
    return (ALLOCATED.has(key) && this.#names.get(String(value))) || value;
  }

  #inside(text: string): string {
    let masked = text.replaceAll(this.#server, '<server>');
    for (const [value, name] of this.#names)
      if (!/^\d+$/.test(value) && masked.includes(value)) masked = masked.replaceAll(value, name);
    return masked
      .replace(STORAGE_KEY, 'Key: /<storage>/')
      .replace(SCHEME, '<scheme>')
      .replace(CREDENTIAL, 'X509SHA256=<digest>')
      .replace(TIME, (time) => (this.#literals.has(time) ? time : timeName(time)))
      .replace(CURRENT_VERSION, 'current: <current-rv>')
      .replace(OLDEST_VERSION, '(<oldest-rv>)')
      .replace(VERSION_IN_MESSAGE, (digits) => this.#inMessage(digits));
  }

  #inMessage(digits: string): string {
    if (this.#literalVersions.has(digits)) return digits;
    return this.#versions.has(Number(digits)) ? this.version(digits) : digits;
  }

  #observeObject(object: Readonly<Record<string, Json>>): void {
    const { generateName, name, resourceVersion } = object;
    if (typeof generateName === 'string' && typeof name === 'string' && name.startsWith(generateName)) {
      if (RANDOM_SUFFIX.test(name.slice(generateName.length)))
        this.#name(name, 'random', (label) => `${generateName}${label}`);
    }
    if ('uid' in object) this.#observeVersion(resourceVersion);
  }

  #observeVersion(version: Json | undefined): void {
    if (typeof version === 'string' && /^\d+$/.test(version) && version !== '0')
      this.#versions.add(Number(version));
  }

  #observeLeaf(leaf: string | number, path: readonly string[]): void {
    const key = path.findLast((part) => part !== '[]') ?? '';
    const text = String(leaf);
    this.#fromServer.add(text);
    const allocated = ALLOCATED.get(key);
    if (allocated !== undefined && !NEVER_MASKED.has(text)) this.#name(text, allocated);
    for (const uuid of text.match(UUID) ?? []) {
      this.#fromServer.add(uuid);
      this.#name(uuid, 'uid');
    }
    for (const token of text.match(TOKEN) ?? []) this.#name(token, 'token');
    for (const volume of text.match(TOKEN_VOLUME) ?? [])
      this.#name(volume, 'random', (label) => `kube-api-access-${label}`);
  }

  #name(value: string, kind: string, inContext = (label: string) => label): void {
    if (this.#names.has(value) || this.#literals.has(value)) return;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    this.#names.set(value, inContext(`<${kind}-${count}>`));
  }
}

function timeName(time: string): string {
  return time.includes('.') ? '<microtime>' : '<time>';
}
