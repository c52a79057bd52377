/** How a member is reached, and what is known of it, as the hub's objects say it. */
export interface Member {
  readonly id: string;
  /** Unique in the hub. */
  readonly name: string;
  /** Of its ManagedCluster and its Secrets, in the hub. */
  readonly namespace: string;
  readonly access: MemberAccess;
  /** TLS towards its API server is not verified, since a person asked for it. */
  readonly isInsecure: boolean;
}

export type MemberAccess =
  | {
      readonly type: 'agent';
      /** Empty: not known yet. */
      readonly apiServerUrl: string;
      /** PEM of what signs its API server's certificate. */
      readonly ca?: string;
      /** Of an account in the member that may impersonate. Without one only callers with credentials of their own get through. */
      readonly token?: string;
    }
  | {
      readonly type: 'kubeconfig';
      /** Its text; undefined: the Secret is not there. */
      readonly kubeconfig?: string;
    };
