import type { ClusterConnection, Credentials } from '../kubeconfig/cluster-connection.ts';
import { authorizationHeaders, impersonationHeaders, type HeaderFields } from './request-headers.ts';
import type { RawRequest } from './request-options.ts';
import type { ServerAddress } from './server-address.ts';
import type { WireRequest } from './wire.ts';

/** They belong to one connection: who passes a request on does not pass on these. */
const CONNECTION_HEADERS = new Set([
  'connection',
  'expect',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
const NOBODY: Credentials = {};

/** Says to the server who we are. */
export class RequestAuthenticator {
  readonly #connection: ClusterConnection;
  readonly #address: ServerAddress;
  readonly #userAgent: string;

  constructor(connection: ClusterConnection, address: ServerAddress, userAgent: string) {
    this.#connection = connection;
    this.#address = address;
    this.#userAgent = userAgent;
  }

  credentials(signal: AbortSignal): Promise<Credentials> {
    return this.#connection.credentials?.get(signal) ?? Promise.resolve(NOBODY);
  }

  refused(credentials: Credentials): void {
    this.#connection.credentials?.refused(credentials);
  }

  /** Others in place of those that the server refused, or undefined if there are none. */
  async renewed(refused: Credentials, signal: AbortSignal): Promise<Credentials | undefined> {
    this.refused(refused);
    const fresh = await this.credentials(signal);
    return isSame(fresh, refused) ? undefined : fresh;
  }

  signed(request: RawRequest, credentials: Credentials): WireRequest {
    return {
      method: request.method,
      path: this.#address.pathPrefix + request.path,
      headers: this.#headers(request, credentials),
      ...(request.body !== undefined && { body: request.body }),
    };
  }

  /** What the caller gives wins. Credentials never go to a server without TLS. */
  #headers(request: RawRequest, credentials: Credentials): HeaderFields {
    const headers: HeaderFields = {
      'user-agent': this.#userAgent,
      ...(this.#address.secure ? authorizationHeaders(credentials) : {}),
      ...impersonationHeaders(request.impersonate ?? this.#connection.impersonate),
    };
    for (const [field, value] of Object.entries(request.headers ?? {})) {
      const name = field.toLowerCase();
      if (!CONNECTION_HEADERS.has(name)) headers[name] = typeof value === 'string' ? value : [...value];
    }
    return headers;
  }
}

function isSame(a: Credentials, b: Credentials): boolean {
  return (
    a.token === b.token &&
    a.basic?.username === b.basic?.username &&
    a.basic?.password === b.basic?.password &&
    a.clientCertificate?.cert === b.clientCertificate?.cert &&
    a.clientCertificate?.key === b.clientCertificate?.key
  );
}
