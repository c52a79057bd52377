/** A kubeconfig as read and merged; relative paths in it are already absolute. Names are as in the file. */
export interface Kubeconfig {
  /** The file, or the files, for messages. */
  readonly origin: string;
  readonly currentContext: string | undefined;
  readonly contexts: ReadonlyMap<string, KubeconfigContext>;
  readonly clusters: ReadonlyMap<string, KubeconfigCluster>;
  readonly users: ReadonlyMap<string, KubeconfigUser>;
}

export interface KubeconfigContext {
  /** The file it stands in. */
  readonly origin: string;
  readonly cluster: string | undefined;
  readonly user: string | undefined;
  readonly namespace: string | undefined;
}

export interface KubeconfigCluster {
  readonly origin: string;
  readonly server: string | undefined;
  readonly certificateAuthority: string | undefined;
  /** PEM, already out of its base64. */
  readonly certificateAuthorityData: string | undefined;
  readonly tlsServerName: string | undefined;
  readonly insecureSkipTlsVerify: boolean;
  readonly proxyUrl: string | undefined;
  readonly disableCompression: boolean;
  /** The extension `client.authentication.k8s.io/exec`: handed to exec plugins as it is. */
  readonly execExtension: unknown;
}

export interface KubeconfigUser {
  readonly origin: string;
  readonly token: string | undefined;
  readonly tokenFile: string | undefined;
  readonly clientCertificate: string | undefined;
  readonly clientCertificateData: string | undefined;
  readonly clientKey: string | undefined;
  readonly clientKeyData: string | undefined;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly impersonate: string | undefined;
  readonly impersonateUid: string | undefined;
  readonly impersonateGroups: readonly string[];
  readonly impersonateExtra: Readonly<Record<string, readonly string[]>>;
  readonly authProvider: string | undefined;
  readonly exec: ExecConfig | undefined;
}

export interface ExecConfig {
  readonly apiVersion: string | undefined;
  readonly command: string | undefined;
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly installHint: string | undefined;
  readonly provideClusterInfo: boolean;
  readonly interactiveMode: string | undefined;
}
