import { INSECURE_ANNOTATION } from '@banyan/api/banyan';
import { MANAGED_CLUSTERS, type ManagedCluster } from '@banyan/api/clusternet';
import type { KubeClient } from '@banyan/kube';
import { withCondition, type ConditionVerdict } from '../../heartbeat/ready-condition.ts';

const TYPE = 'TLSVerified';

const NOT_VERIFIED: ConditionVerdict = {
  type: TYPE,
  status: 'False',
  reason: 'InsecureSkipTLSVerify',
  message:
    'the certificate of the member is not verified, since its kubeconfig says so: whoever is on the way can read and change everything.',
};

const VERIFIED: ConditionVerdict = {
  type: TYPE,
  status: 'True',
  reason: 'CertificateVerified',
  message: 'the certificate of the member is verified.',
};

/** Shows on the member that TLS towards it is not verified, or takes that back. Nothing is written if it is so already. */
export async function showInsecure(
  hubClient: KubeClient,
  { metadata, status }: ManagedCluster,
  isInsecure: boolean,
  { now, signal }: { readonly now: string; readonly signal: AbortSignal },
): Promise<void> {
  const { namespace = '', name = '' } = metadata;
  const key = { namespace, name };
  const conditions = status?.conditions ?? [];
  let { resourceVersion } = metadata;
  if ((metadata.annotations?.[INSECURE_ANNOTATION] !== undefined) !== isInsecure) {
    const annotations = { [INSECURE_ANNOTATION]: isInsecure ? 'true' : null };
    const body = { metadata: { annotations } };
    const changed = await hubClient.patch(MANAGED_CLUSTERS, key, { type: 'merge', body }, { signal });
    resourceVersion = changed.metadata.resourceVersion;
  }
  const verdict = isInsecure ? NOT_VERIFIED : VERIFIED;
  if (conditions.find(({ type }) => type === TYPE)?.status === verdict.status) return;
  const body = {
    metadata: { resourceVersion },
    status: { conditions: withCondition(conditions, verdict, now) },
  };
  await hubClient.patch(MANAGED_CLUSTERS, key, { type: 'merge', body }, { subresource: 'status', signal });
}
