import type { KubeObject } from '@banyan/api';
import { KubeError } from '../errors/kube-error.ts';
import { objectKey, splitObjectKey } from './object-key.ts';

/** What the items of a list leave out because the list says it for all of them. */
export interface ItemType {
  readonly apiVersion: string;
  readonly kind: string;
}

/** What was found in an object's bytes. Offsets are into the text that the object is part of; -1 for absent. */
export interface RawFields {
  readonly name: string;
  readonly namespace: string;
  readonly resourceVersion: string;
  readonly start: number;
  readonly end: number;
  readonly uidStart: number;
  readonly labelsStart: number;
  readonly labelsEnd: number;
}

/**
 * An object kept as the bytes that the server sent; parsed when asked, and not kept parsed.
 *
 * The bytes are a range of a string of one byte a character that the objects of one page share: a page is so
 * large that the garbage collector never moves it, which is what costs most with a string an object.
 */
export class RawObject {
  readonly key: string;
  readonly resourceVersion: string;
  readonly #text: string;
  readonly #type: ItemType;
  readonly #start: number;
  readonly #end: number;
  readonly #uidStart: number;
  readonly #labelsStart: number;
  readonly #labelsEnd: number;

  /** For RawScan. */
  constructor(fields: RawFields, text: string, type: ItemType) {
    this.key = objectKey(fields.namespace, fields.name);
    this.resourceVersion = fields.resourceVersion;
    this.#text = text;
    this.#type = type;
    this.#start = fields.start;
    this.#end = fields.end;
    this.#uidStart = fields.uidStart;
    this.#labelsStart = fields.labelsStart;
    this.#labelsEnd = fields.labelsEnd;
  }

  get name(): string {
    return splitObjectKey(this.key).name;
  }

  /** Empty for a cluster-scoped object. */
  get namespace(): string {
    return splitObjectKey(this.key).namespace;
  }

  /** Empty where the server gave none. */
  get uid(): string {
    if (this.#uidStart < 0) return '';
    return this.#text.slice(this.#uidStart, this.#text.indexOf('"', this.#uidStart));
  }

  /** Parsed at each call: the labels only, not the object. */
  get labels(): Record<string, string> {
    if (this.#labelsStart < 0) return {};
    const labels: unknown = JSON.parse(this.#decode(this.#labelsStart, this.#labelsEnd));
    return (labels ?? {}) as Record<string, string>;
  }

  get sizeBytes(): number {
    return this.#end - this.#start;
  }

  /** A fresh copy of the bytes. Items of a list may lack kind and apiVersion in them; `parse` adds those. */
  bytes(): Buffer {
    return Buffer.from(this.#text.slice(this.#start, this.#end), 'latin1');
  }

  /** A fresh object, the caller's own. Throws BadResponse if the server's bytes were no JSON. */
  parse(): KubeObject {
    try {
      const object = JSON.parse(this.#decode(this.#start, this.#end)) as KubeObject;
      object.apiVersion ??= this.#type.apiVersion;
      object.kind ??= this.#type.kind;
      return object;
    } catch (cause) {
      throw new KubeError('BadResponse', `the server's bytes for ${this.key} are no JSON`, { cause });
    }
  }

  #decode(start: number, end: number): string {
    return Buffer.from(this.#text.slice(start, end), 'latin1').toString('utf8');
  }
}
