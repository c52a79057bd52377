import type { KubeObject } from '@banyan/api';
import { DONE } from '@banyan/controller';
import type { ObjectEvent, ObjectKey } from '../../cluster/cluster-objects.ts';
import { on, type Reconciler } from '../../cluster/reconciler.ts';
import { CONFIG_MAPS, NAMESPACES, SERVICE_ACCOUNTS } from '../../cluster/resources.ts';
import type { SimulationContext } from '../../cluster/simulation.ts';

const DEFAULT_ACCOUNT = 'default';
const ROOT_CA = 'kube-root-ca.crt';
const DESCRIPTION = {
  'kubernetes.io/description':
    'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the ' +
    'internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes ' +
    'clusters.',
};

/** What every namespace has from the start: a service account for its pods, and the CA they need to trust the API. */
export function namespaceFurnitureReconciler({ viewOf, ca }: SimulationContext): Reconciler {
  const objects = viewOf('kube-controller-manager');
  return {
    name: 'namespace-furniture',
    triggers: [
      on(NAMESPACES, ({ object }) => [{ name: object.metadata.name ?? '' }]),
      on(SERVICE_ACCOUNTS, (event) => namespaceOf(event, DEFAULT_ACCOUNT)),
      on(CONFIG_MAPS, (event) => namespaceOf(event, ROOT_CA)),
    ],
    reconcile: async ({ name: namespace }) => {
      const found = objects.get(NAMESPACES, { name: namespace });
      if (found === undefined || found.metadata.deletionTimestamp !== undefined) return DONE;
      if (objects.get(SERVICE_ACCOUNTS, { namespace, name: DEFAULT_ACCOUNT }) === undefined) {
        await objects.ensure(SERVICE_ACCOUNTS, { metadata: { namespace, name: DEFAULT_ACCOUNT } });
      }
      const data = { 'ca.crt': ca };
      const current = objects.get(CONFIG_MAPS, { namespace, name: ROOT_CA });
      if (current === undefined) {
        const metadata = { namespace, name: ROOT_CA, annotations: { ...DESCRIPTION } };
        await objects.ensure(CONFIG_MAPS, { metadata, data });
      } else if (current.data?.['ca.crt'] !== ca) {
        await objects.update(CONFIG_MAPS, { namespace, name: ROOT_CA }, (draft) => void (draft.data = data));
      }
      return DONE;
    },
  };
}

/** Only what carries the name, changed or gone, is of interest: the namespace is looked at again. */
function namespaceOf({ object }: ObjectEvent<KubeObject>, name: string): ObjectKey[] {
  const { namespace = '' } = object.metadata;
  return object.metadata.name === name ? [{ name: namespace }] : [];
}
