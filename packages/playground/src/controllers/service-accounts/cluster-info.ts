import { DONE } from '@banyan/controller';
import type { ClusterObjects } from '../../cluster/cluster-objects.ts';
import { on, type Reconciler } from '../../cluster/reconciler.ts';
import { CONFIG_MAPS, NAMESPACES, ROLE_BINDINGS, ROLES, SECRETS } from '../../cluster/resources.ts';
import type { SimulationContext } from '../../cluster/simulation.ts';
import { isBootstrapToken, signingToken, TOKEN_NAMESPACE, type BootstrapToken } from './bootstrap-token.ts';
import { detachedSignature } from './detached-signature.ts';

const INFO = { namespace: 'kube-public', name: 'cluster-info' };
const READERS = 'kubeadm:bootstrap-signer-clusterinfo';
const KUBECONFIG = 'kubeconfig';
const SIGNATURE = 'jws-kubeconfig-';

/**
 * Tells everyone where the cluster is and by which CA to know it, signed with every bootstrap token: who has one can
 * tell that it is the cluster that gave it.
 */
export function clusterInfo({ viewOf, ca, server, clock }: SimulationContext): Reconciler {
  const objects = viewOf('kube-controller-manager');
  const kubeconfig = infoKubeconfig(server, ca);
  return {
    name: 'cluster-info',
    triggers: [
      on(NAMESPACES, ({ object }) => (object.metadata.name === INFO.namespace ? [INFO] : [])),
      on(CONFIG_MAPS, ({ object: { metadata } }) =>
        metadata.name === INFO.name && metadata.namespace === INFO.namespace ? [INFO] : [],
      ),
      on(SECRETS, ({ object }) => (isBootstrapToken(object) ? [INFO] : [])),
    ],
    reconcile: async () => {
      await publish(objects, kubeconfig);
      const tokens = [...objects.list(SECRETS, TOKEN_NAMESPACE)]
        .filter(isBootstrapToken)
        .flatMap((secret) => signingToken(secret, clock.now()) ?? []);
      await objects.update(CONFIG_MAPS, INFO, (draft) => {
        draft.data = signed(draft.data ?? {}, tokens);
      });
      return DONE;
    },
  };
}

/** A kubeconfig without a user. */
export function infoKubeconfig(server: string, ca: string): string {
  return [
    'apiVersion: v1',
    'clusters:',
    '- cluster:',
    `    certificate-authority-data: ${Buffer.from(ca).toString('base64')}`,
    `    server: ${server}`,
    '  name: ""',
    'contexts: null',
    'current-context: ""',
    'kind: Config',
    'users: null',
    '',
  ].join('\n');
}

/** With one signature a token, and none of tokens that are gone. */
export function signed(
  data: Readonly<Record<string, string>>,
  tokens: readonly BootstrapToken[],
): Record<string, string> {
  const content = data[KUBECONFIG];
  if (content === undefined) return { ...data };
  const kept = Object.entries(data).filter(([name]) => !name.startsWith(SIGNATURE));
  const signatures = tokens.map((token) => [`${SIGNATURE}${token.id}`, detachedSignature(content, token)]);
  return Object.fromEntries([...kept, ...signatures]) as Record<string, string>;
}

/** Readable by everyone who asks, known or not. */
async function publish(objects: ClusterObjects, kubeconfig: string): Promise<void> {
  const current = objects.get(CONFIG_MAPS, INFO);
  if (current === undefined) {
    await objects.ensure(CONFIG_MAPS, { metadata: { ...INFO }, data: { [KUBECONFIG]: kubeconfig } });
  } else if (current.data?.[KUBECONFIG] !== kubeconfig) {
    await objects.update(CONFIG_MAPS, INFO, (draft) => {
      draft.data = { ...draft.data, [KUBECONFIG]: kubeconfig };
    });
  }
  const readers = { namespace: INFO.namespace, name: READERS };
  if (objects.get(ROLES, readers) === undefined)
    await objects.ensure(ROLES, {
      metadata: { ...readers },
      rules: [{ apiGroups: [''], resources: ['configmaps'], resourceNames: [INFO.name], verbs: ['get'] }],
    });
  if (objects.get(ROLE_BINDINGS, readers) === undefined)
    await objects.ensure(ROLE_BINDINGS, {
      metadata: { ...readers },
      roleRef: { apiGroup: ROLES.group, kind: ROLES.kind, name: READERS },
      subjects: [{ apiGroup: ROLES.group, kind: 'User', name: 'system:anonymous' }],
    });
}
