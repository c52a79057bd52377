import { isJsonObject, ownValue, type JsonValue } from '../json-value.ts';
import { PatchError, UNPROCESSABLE, type PatchErrorCode } from '../patch-error.ts';

/** One step of a JSON patch (RFC 6902), as who builds one writes it. */
export type JsonPatchOperation =
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: string; readonly value: JsonValue }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'move' | 'copy'; readonly from: string; readonly path: string };

/** One step as it came: any field may be missing. A `null` counts as missing, except as a value. */
export class ReceivedOperation {
  readonly number: number;
  readonly #fields: JsonValue;

  constructor(fields: JsonValue, number: number) {
    this.#fields = fields;
    this.number = number;
  }

  get op(): string {
    return this.#text('op') ?? 'unknown';
  }

  get path(): string {
    return this.#need('path');
  }

  get from(): string {
    return this.#need('from');
  }

  /** A missing value is null, as for the API server. */
  get value(): JsonValue {
    return this.#field('value') ?? null;
  }

  refuse(code: PatchErrorCode, message: string): PatchError {
    const path = this.#text('path') ?? '';
    return new PatchError(message, { code, path, status: UNPROCESSABLE, operation: this.number });
  }

  #need(field: 'path' | 'from'): string {
    const text = this.#text(field);
    if (text !== undefined) return text;
    const comma = field === 'from' ? ',' : '';
    const message = `${this.op} operation failed to decode ${field}: operation${comma} missing ${field} field: missing value`;
    throw this.refuse('missing-path', message);
  }

  #text(field: string): string | undefined {
    const value = this.#field(field);
    return typeof value === 'string' ? value : undefined;
  }

  #field(field: string): JsonValue | undefined {
    return isJsonObject(this.#fields) ? ownValue(this.#fields, field) : undefined;
  }
}
