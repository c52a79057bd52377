import { secretTokenClaims, TokenKeys } from '@banyan/apiserver';
import type { Secret, ServiceAccount } from '@banyan/api/objects';
import { DONE } from '@banyan/controller';
import { keyOf, type ClusterObjects, type ObjectKey } from '../../cluster/cluster-objects.ts';
import { on, type Reconciler } from '../../cluster/reconciler.ts';
import { SECRETS, SERVICE_ACCOUNTS } from '../../cluster/resources.ts';
import type { SimulationContext } from '../../cluster/simulation.ts';

type Claims = ReturnType<typeof secretTokenClaims>;

const TYPE = 'kubernetes.io/service-account-token';
const ACCOUNT_NAME = 'kubernetes.io/service-account.name';
const ACCOUNT_UID = 'kubernetes.io/service-account.uid';

/** Fills Secrets that ask for a service account's token, and removes those whose account is gone. */
export function tokenSecrets({ viewOf, ca, serviceAccountKey }: SimulationContext): Reconciler {
  const objects = viewOf('kube-controller-manager');
  let keys: TokenKeys | undefined;
  // Few clusters have such Secrets.
  const sign = (claims: Claims) => (keys ??= new TokenKeys(serviceAccountKey)).sign(claims);
  const ofAccount = objects.indexed(SECRETS, 'account', (secret) =>
    isTokenSecret(secret) ? [`${secret.metadata.namespace}/${accountName(secret)}`] : [],
  );
  return {
    name: 'token-secrets',
    triggers: [
      on(SECRETS, ({ object }) => (isTokenSecret(object) ? [keyOf(object)] : [])),
      on(SERVICE_ACCOUNTS, ({ type, object: { metadata } }) =>
        type === 'MODIFIED' ? [] : ofAccount.get(`${metadata.namespace}/${metadata.name}`).map(keyOf),
      ),
    ],
    reconcile: async (key) => {
      const secret = objects.get(SECRETS, key);
      if (secret === undefined) {
        await forget(objects, key);
        return DONE;
      }
      if (!isTokenSecret(secret)) return DONE;
      const account = accountOf(objects, secret);
      if (account === undefined) {
        const { uid = '' } = secret.metadata;
        await objects.delete(SECRETS, key, { preconditions: { uid } });
        return DONE;
      }
      await objects.update(SECRETS, key, (draft) => fill(draft, account, { sign, ca }));
      return DONE;
    },
  };
}

function isTokenSecret(secret: Readonly<Secret>): boolean {
  return secret.type === TYPE && accountName(secret) !== '';
}

function accountName({ metadata }: Readonly<Secret>): string {
  return metadata.annotations?.[ACCOUNT_NAME] ?? '';
}

/** Another account of the same name is not the one that the Secret was made for. */
function accountOf(objects: ClusterObjects, secret: Readonly<Secret>): Readonly<ServiceAccount> | undefined {
  const { namespace, annotations } = secret.metadata;
  const account = objects.get(SERVICE_ACCOUNTS, { namespace, name: accountName(secret) });
  const uid = annotations?.[ACCOUNT_UID] ?? '';
  return uid === '' || account?.metadata.uid === uid ? account : undefined;
}

function fill(
  draft: Secret,
  { metadata: { name: account = '', uid = '' } }: Readonly<ServiceAccount>,
  { sign, ca }: { sign: (claims: Claims) => string; ca: string },
): void {
  const { namespace = '', name: secret = '' } = draft.metadata;
  const data = draft.data ?? {};
  const isFull = base64(ca) === data['ca.crt'] && [data['namespace'], data['token']].every(Boolean);
  if (isFull) return;
  const token = () => base64(sign(secretTokenClaims({ namespace, secret, account, uid })));
  draft.data = {
    ...data,
    'ca.crt': base64(ca),
    namespace: data['namespace'] || base64(namespace),
    token: data['token'] || token(),
  };
  draft.metadata.annotations = { ...draft.metadata.annotations, [ACCOUNT_NAME]: account, [ACCOUNT_UID]: uid };
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

/** Accounts list their Secrets, in old clusters: one that is gone is taken off. */
async function forget(objects: ClusterObjects, { namespace, name }: ObjectKey): Promise<void> {
  for (const account of objects.list(SERVICE_ACCOUNTS, namespace)) {
    if (account.secrets?.some((secret) => secret.name === name) !== true) continue;
    await objects.update(SERVICE_ACCOUNTS, keyOf(account), (draft) => {
      draft.secrets = draft.secrets?.filter((secret) => secret.name !== name) ?? [];
    });
    return;
  }
}
