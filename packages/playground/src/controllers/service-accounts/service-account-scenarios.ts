import assert from 'node:assert/strict';
import type { KubeObject } from '@banyan/api';
import type { ConfigMap, Secret, ServiceAccount } from '@banyan/api/objects';
import { becomes, core, goes, newNamespace, post, read, type Scenario } from '../scenario.ts';
import { detachedSignature } from './detached-signature.ts';

const INFO = core('kube-public', 'configmaps', 'cluster-info');

const text = (secret: Secret | undefined, name: string) =>
  Buffer.from(secret?.data?.[name] ?? '', 'base64').toString();

function bootstrapSecret(id: string, secret: string, more: object = {}) {
  return {
    metadata: { name: `bootstrap-token-${id}` },
    type: 'bootstrap.kubernetes.io/token',
    stringData: { 'token-id': id, 'token-secret': secret, 'usage-bootstrap-signing': 'true', ...more },
  };
}

export const serviceAccountScenarios: readonly Scenario[] = [
  {
    name: 'a namespace has a service account and the cluster’s CA, and gets them again',
    run: async (cluster) => {
      const ns = await newNamespace(cluster, 'sa-furniture');
      const path = core(ns, 'configmaps', 'kube-root-ca.crt');
      const ca = await becomes<ConfigMap>(cluster, path, () => true);
      assert.match(ca.data?.['ca.crt'] ?? '', /BEGIN CERTIFICATE/);
      assert.match(
        ca.metadata.annotations?.['kubernetes.io/description'] ?? '',
        /^Contains a CA bundle .*clusters\.$/,
      );
      const account = await read(cluster, core(ns, 'serviceaccounts', 'default'));
      const isNew = (old: KubeObject | undefined) => (now: KubeObject) =>
        now.metadata.uid !== old?.metadata.uid;
      await cluster.json('DELETE', path);
      await cluster.json('DELETE', core(ns, 'serviceaccounts', 'default'));
      await becomes(cluster, path, isNew(ca));
      await becomes(cluster, core(ns, 'serviceaccounts', 'default'), isNew(account));
    },
  },
  {
    name: 'a Secret that asks for a token gets one that logs in, and goes with its account',
    run: async (cluster) => {
      const ns = await newNamespace(cluster, 'sa-token');
      const account = await post<ServiceAccount>(cluster, core(ns, 'serviceaccounts'), {
        metadata: { name: 'robot' },
      });
      await post(cluster, core(ns, 'secrets'), {
        metadata: { name: 'robot-token', annotations: { 'kubernetes.io/service-account.name': 'robot' } },
        type: 'kubernetes.io/service-account-token',
      });
      const secret = await becomes<Secret>(
        cluster,
        core(ns, 'secrets', 'robot-token'),
        ({ data }) => data?.['token'] !== undefined,
      );
      assert.equal(secret.metadata.annotations?.['kubernetes.io/service-account.uid'], account.metadata.uid);
      assert.equal(text(secret, 'namespace'), ns);
      assert.match(text(secret, 'ca.crt'), /BEGIN CERTIFICATE/);
      const review = await post<KubeObject & { status?: { user?: { username?: string } } }>(
        cluster,
        '/apis/authentication.k8s.io/v1/tokenreviews',
        { spec: { token: text(secret, 'token') } },
      );
      assert.equal(review.status?.user?.username, `system:serviceaccount:${ns}:robot`);
      await cluster.json('DELETE', core(ns, 'serviceaccounts', 'robot'));
      await goes(cluster, core(ns, 'secrets', 'robot-token'));
    },
  },
  {
    name: 'a Secret that asks for the token of nobody goes',
    run: async (cluster) => {
      const ns = await newNamespace(cluster, 'sa-nobody');
      await post(cluster, core(ns, 'secrets'), {
        metadata: { name: 'lost', annotations: { 'kubernetes.io/service-account.name': 'nobody' } },
        type: 'kubernetes.io/service-account-token',
      });
      await goes(cluster, core(ns, 'secrets', 'lost'));
    },
  },
  {
    name: 'bootstrap tokens sign where the cluster is, and go when they are over',
    run: async (cluster) => {
      // A real cluster has it from whoever set it up.
      const data = { kubeconfig: 'apiVersion: v1\nkind: Config\n' };
      if ((await read(cluster, INFO)) === undefined)
        await post(cluster, core('kube-public', 'configmaps'), { metadata: { name: 'cluster-info' }, data });
      const token = { id: 'abcdef', secret: '0123456789abcdef' };
      await post(cluster, core('kube-system', 'secrets'), bootstrapSecret(token.id, token.secret));
      const name = `jws-kubeconfig-${token.id}`;
      const info = await becomes<ConfigMap>(cluster, INFO, (found) => found.data?.[name] !== undefined);
      assert.equal(info.data?.[name], detachedSignature(info.data?.['kubeconfig'] ?? '', token));
      await cluster.json('DELETE', core('kube-system', 'secrets', `bootstrap-token-${token.id}`));
      await becomes<ConfigMap>(cluster, INFO, (found) => found.data?.[name] === undefined);
      const over = bootstrapSecret('fedcba', token.secret, { expiration: '2020-01-01T00:00:00Z' });
      await post(cluster, core('kube-system', 'secrets'), over);
      await goes(cluster, core('kube-system', 'secrets', 'bootstrap-token-fedcba'));
    },
  },
];
