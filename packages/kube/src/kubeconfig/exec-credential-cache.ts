import { createHash } from 'node:crypto';
import type { CredentialSource } from './cluster-connection.ts';
import type { KubeconfigCluster, KubeconfigUser } from './kubeconfig.ts';

/**
 * One source for each plugin configuration, cluster *and* environment (plugins choose the person by it), so that a kubeconfig that is loaded twice asks the
 * plugin once. Never by the user's name: two kubeconfigs may use one name for two people.
 */
export class ExecCredentialCache {
  readonly #sources = new Map<string, CredentialSource>();

  get(
    { exec }: KubeconfigUser,
    cluster: KubeconfigCluster,
    env: Readonly<Record<string, string | undefined>>,
    make: () => CredentialSource,
  ): CredentialSource {
    const { origin: _file, ...whatItIs } = cluster;
    const environment = Object.entries(env).toSorted(([a], [b]) => (a < b ? -1 : 1));
    // A digest, since an environment holds secrets.
    const key = createHash('sha256')
      .update(JSON.stringify([exec, whatItIs, environment]))
      .digest('base64');
    const source = this.#sources.get(key) ?? make();
    this.#sources.set(key, source);
    return source;
  }
}
