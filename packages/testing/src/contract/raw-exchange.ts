import type { IncomingHttpHeaders } from 'node:http';
import type { Json } from './transcript.ts';

/** What went over the wire, before anything is masked. */
export interface RawExchange {
  readonly request: {
    readonly note?: string | undefined;
    readonly method: string;
    readonly path: string;
    readonly query: Readonly<Record<string, string>>;
    readonly as: Json | undefined;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: Json | undefined;
  };
  readonly response: {
    readonly status: number;
    readonly headers: IncomingHttpHeaders;
    readonly body?: Json | undefined;
    readonly facts?: Json | undefined;
    /** Grows while the watch is open. */
    readonly events?: readonly Json[];
  };
  /** False for set-up: its values are known to the masks, but it is not in the transcript. */
  readonly recorded: boolean;
}
