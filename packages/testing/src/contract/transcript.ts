/** A JSON value, as recorded. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

interface RecordedRequest {
  /** What this one shows, where a case makes many alike. */
  readonly note?: string;
  readonly method: string;
  readonly path: string;
  readonly query?: Json;
  /** Absent for the administrator. */
  readonly as?: Json;
  readonly headers?: Json;
  readonly body?: Json;
}

export interface RecordedResponse {
  readonly status: number;
  readonly headers: Json;
  /** JSON as such; anything else as text, an empty body as empty text. */
  readonly body?: Json;
  /** In place of a body too large to review: what the case took from it. */
  readonly facts?: Json;
  /** In place of a body: a watch's events up to what the case waited for. */
  readonly events?: readonly Json[];
}

export interface RecordedExchange {
  readonly request: RecordedRequest;
  readonly response: RecordedResponse;
}

export interface Transcript {
  readonly name: string;
  readonly exchanges: readonly RecordedExchange[];
}

export function isJsonObject(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
