import type { Duplex } from 'node:stream';

/**
 * How one cluster is reached and who we are there. Plain data and functions: nothing is opened by having
 * one. The client asks `ca` and `credentials` again for every request, so rotation needs no restart.
 */
export interface ClusterConnection {
  /** Stands in messages; the context's name when it comes from a kubeconfig. */
  readonly name: string;
  /** `https://host:port`, with a path in front of the API's own if the cluster is behind a proxy. */
  readonly server: string;
  /** Namespace of a context. The client never uses it by itself. */
  readonly namespace?: string;
  /** CA certificates in PEM; without them Node's own trusted roots are used. */
  readonly ca?: string | (() => Promise<string>);
  /** Name in the certificate and in SNI, where it is not the server's host. */
  readonly tlsServerName?: string;
  /** Only where a user wrote it. */
  readonly insecureSkipTlsVerify?: boolean;
  readonly credentials?: CredentialSource;
  readonly impersonate?: Impersonation;
  /** `http://`, `https://` or `socks5://`, user and password in it; already decided, so NO_PROXY is not asked again. */
  readonly proxyUrl?: string;
  readonly disableCompression?: boolean;
  /** Opens a byte stream in place of TCP. TLS is done on top of it, and `proxyUrl` is not used. */
  readonly dial?: Dial;
}

/** Opens a byte stream to a host and port. Ends with the signal's reason when the signal aborts first. */
export type Dial = (host: string, port: number, signal: AbortSignal) => Promise<Duplex>;

export interface Credentials {
  readonly token?: string;
  readonly basic?: { readonly username: string; readonly password: string };
  /** PEM. */
  readonly clientCertificate?: { readonly cert: string; readonly key: string };
}

/** Gives the credentials of the moment. */
export interface CredentialSource {
  /**
   * Asked before every request and connection, so it answers from memory when it can; may run a program or
   * read files when it cannot. Throws a KubeError with code BadConfig if there are none to be had.
   */
  get(signal?: AbortSignal): Promise<Credentials>;
  /**
   * The server answered 401 to these. If they are still the current ones they are forgotten, so that the
   * next `get` obtains new ones.
   */
  refused(credentials: Credentials): void;
}

/** Who to act as; the caller needs the right to `impersonate`. */
export interface Impersonation {
  readonly user: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}
