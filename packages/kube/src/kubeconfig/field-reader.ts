import { KubeError } from '../errors/kube-error.ts';

/** Reads fields of parsed YAML; whatever has the wrong type is an error that names the file and the field. */
export class FieldReader {
  readonly #value: Readonly<Record<string, unknown>>;
  readonly #origin: string;
  readonly #path: string;

  /** Nothing at all counts as an empty object, as kubectl takes it. */
  constructor(value: unknown, origin: string, path = '') {
    this.#origin = origin;
    this.#path = path;
    this.#value = value === undefined || value === null ? {} : this.#object(value);
  }

  /** Empty counts as absent. */
  text(field: string): string | undefined {
    const value = this.#value[field];
    if (value === undefined || value === null || value === '') return undefined;
    if (typeof value !== 'string') throw this.wrong(field, 'must be a string');
    return value;
  }

  flag(field: string): boolean {
    const value = this.#value[field];
    if (value === undefined || value === null) return false;
    if (typeof value !== 'boolean') throw this.wrong(field, 'must be true or false');
    return value;
  }

  /** Base64 in the file; the text in it here. */
  data(field: string): string | undefined {
    const encoded = this.text(field)?.replaceAll(/\s/g, '');
    if (encoded === undefined) return undefined;
    if (!/^[A-Za-z0-9+/]*={0,2}$/.test(encoded) || encoded.length % 4 !== 0) {
      throw this.wrong(field, 'must be base64');
    }
    return Buffer.from(encoded, 'base64').toString('utf8');
  }

  texts(field: string): string[] {
    return this.#list(field).map((item, index) => {
      if (typeof item !== 'string') throw this.wrong(`${field}[${index}]`, 'must be a string');
      return item;
    });
  }

  textLists(field: string): Record<string, string[]> {
    const reader = this.child(field);
    return Object.fromEntries(Object.keys(reader.#value).map((key) => [key, reader.texts(key)]));
  }

  child(field: string): FieldReader {
    return new FieldReader(this.#value[field], this.#origin, this.#join(field));
  }

  children(field: string): FieldReader[] {
    return this.#list(field).map(
      (item, index) => new FieldReader(item, this.#origin, this.#join(`${field}[${index}]`)),
    );
  }

  has(field: string): boolean {
    return this.#value[field] !== undefined && this.#value[field] !== null;
  }

  raw(field: string): unknown {
    return this.#value[field];
  }

  wrong(field: string, words: string): KubeError {
    return new KubeError('BadConfig', `${this.#origin}: ${this.#join(field)} ${words}`);
  }

  #list(field: string): unknown[] {
    const value = this.#value[field];
    if (value === undefined || value === null) return [];
    if (!Array.isArray(value)) throw this.wrong(field, 'must be a list');
    return value;
  }

  #object(value: unknown): Readonly<Record<string, unknown>> {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>;
    }
    throw new KubeError('BadConfig', `${this.#origin}: ${this.#path || 'the file'} must be a mapping`);
  }

  #join(field: string): string {
    return this.#path === '' ? field : `${this.#path}.${field}`;
  }
}
