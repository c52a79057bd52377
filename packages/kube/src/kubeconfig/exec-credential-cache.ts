import type { CredentialSource } from './cluster-connection.ts';
import type { KubeconfigCluster, KubeconfigUser } from './kubeconfig.ts';

/**
 * One source for each plugin configuration *and* cluster, so that a kubeconfig that is loaded twice asks the
 * plugin once. Never by the user's name: two kubeconfigs may use one name for two people.
 */
export class ExecCredentialCache {
  readonly #sources = new Map<string, CredentialSource>();

  get({ exec }: KubeconfigUser, cluster: KubeconfigCluster, make: () => CredentialSource): CredentialSource {
    const { origin: _file, ...whatItIs } = cluster;
    const key = JSON.stringify([exec, whatItIs]);
    const source = this.#sources.get(key) ?? make();
    this.#sources.set(key, source);
    return source;
  }
}
