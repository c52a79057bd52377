import type { KubeObject } from '@banyan/api';
import { KUBECONFIG_SECRET } from '@banyan/api/banyan';
import { Controller, enqueueOn, formatKey, parseKey, type ControllerOptions } from '@banyan/controller';
import type { CacheLease, SharedCaches } from '@banyan/kube';
import type { ControllerPart } from '../controller-part.ts';
import { SECRETS } from '../hub-resources.ts';
import { isTouched } from '../members.ts';
import { KubeconfigMembersReconcile, type KubeconfigMembersOptions } from './kubeconfig-members-reconcile.ts';

/** Members that are asked at once; each is a few short requests. */
const CONCURRENCY = 32;

export type KubeconfigMembersControllerOptions = Omit<KubeconfigMembersOptions, 'secretVersion'> & {
  readonly hubCaches: SharedCaches;
  readonly controller: Pick<ControllerOptions, 'logger' | 'metrics'>;
};

/** Metadata alone: kubeconfigs are read when they are needed, and not kept. */
function kubeconfigSecrets(hubCaches: SharedCaches): CacheLease<KubeObject> {
  return hubCaches.metadata({ resource: SECRETS, fieldSelector: `metadata.name=${KUBECONFIG_SECRET}` });
}

/** Watches members without an agent, and the Secrets with their kubeconfigs. `close` when it has run. */
export function kubeconfigMembersController(options: KubeconfigMembersControllerOptions): ControllerPart {
  const { members, clock, random } = options;
  const secrets = kubeconfigSecrets(options.hubCaches);
  const secretVersion = (namespace: string): string | undefined =>
    secrets.cache.get(`${namespace}/${KUBECONFIG_SECRET}`)?.metadata.resourceVersion;
  const reconciler = new KubeconfigMembersReconcile({ ...options, secretVersion });
  const controller = new Controller({
    ...options.controller,
    name: 'kubeconfig-members',
    clock,
    random,
    concurrency: CONCURRENCY,
    concurrencyPerCluster: 1,
    caches: [members.members, members.namespaces, secrets],
    reconcile: (key, signal) => {
      const { namespace = '', name } = parseKey(key);
      return reconciler.reconcile(namespace, name, signal);
    },
  });
  const keyOf = ({ metadata: { namespace, name = '' } }: KubeObject): string =>
    formatKey({ cluster: name, namespace, name });
  const stopListening = members.members.addHandler({
    onAdd: (member) => controller.add(keyOf(member), { priority: 'low' }),
    // Its own heartbeats are no reason for another one.
    onUpdate: (member, previous) => void (isTouched(member, previous) && controller.add(keyOf(member))),
    onDelete: (member) => controller.add(keyOf(member)),
  });
  enqueueOn(controller, secrets, ({ metadata }) => members.inNamespace(metadata.namespace ?? '').map(keyOf));
  enqueueOn(controller, members.namespaces, ({ metadata }) =>
    members.inNamespace(metadata.name ?? '').map(keyOf),
  );
  return {
    controller,
    close: async () => {
      stopListening();
      secrets.release();
      await reconciler.close();
    },
  };
}
