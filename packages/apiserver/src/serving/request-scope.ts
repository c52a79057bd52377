import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServedResource, ServedSubresource } from '../registry/served-resource.ts';
import type { UpgradeOffer } from '../proxying/upgrade-offer.ts';
import type { ApiContext } from './api-context.ts';
import type { Representation } from './negotiate.ts';
import type { RequestInfo, ResourceRequestInfo } from './request-info.ts';
import type { UserInfo } from './user-info.ts';

/** One request on its way through the server. HTTP/2 requests come in the same shape. */
export interface RequestScope {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Of a request for another protocol (WebSocket, SPDY): see `takeConnection`. */
  readonly upgrade?: UpgradeOffer;
  readonly method: string;
  readonly query: URLSearchParams;
  readonly info: RequestInfo;
  readonly user: UserInfo;
  /** Throws 403 unless the user may do this too to what the request is for. */
  readonly requireVerb: (verb: string) => Promise<void>;
  /** Aborts when the client has gone or the server stops. */
  readonly signal: AbortSignal;
  /** Gives back its place among the requests that are being answered: another server answers it. */
  readonly leave: () => void;
  /** Collected until the headers go out. */
  readonly warnings: string[];
}

/** A request for objects whose client has said what it wants to see. */
export interface ResourceScope extends RequestScope {
  readonly info: ResourceRequestInfo;
  readonly representation: Representation;
  readonly context: ApiContext;
  readonly resource: ServedResource;
  readonly subresource: ServedSubresource | undefined;
}
