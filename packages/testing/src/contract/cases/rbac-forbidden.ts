import type { CaseContext } from '../case-context.ts';
import { contractCases } from '../contract-case.ts';
import type { Caller } from '../contract-target.ts';

interface Attempt {
  readonly method: string;
  readonly path: (c: CaseContext) => string;
  readonly body?: object;
  readonly query?: Readonly<Record<string, string>>;
}

const object = { metadata: { name: 'a' } };
const inNamespace =
  (resource: string, ...rest: string[]) =>
  (c: CaseContext) =>
    c.at(resource, ...rest);
const at = (path: string) => () => path;

/** One of each verb, in a namespace, across them, at cluster scope, on subresources and on plain paths. */
const ATTEMPTS: readonly Attempt[] = [
  { method: 'GET', path: inNamespace('pods', 'a') },
  { method: 'GET', path: inNamespace('pods') },
  { method: 'GET', path: inNamespace('pods'), query: { watch: 'true' } },
  { method: 'GET', path: inNamespace('pods'), query: { fieldSelector: 'metadata.name=a' } },
  { method: 'POST', path: inNamespace('configmaps'), body: object },
  { method: 'PUT', path: inNamespace('configmaps', 'a'), body: object },
  { method: 'PATCH', path: inNamespace('configmaps', 'a'), body: {} },
  { method: 'DELETE', path: inNamespace('configmaps', 'a') },
  { method: 'DELETE', path: inNamespace('configmaps') },
  { method: 'GET', path: inNamespace('pods', 'a', 'log') },
  { method: 'POST', path: inNamespace('pods', 'a', 'exec') },
  { method: 'POST', path: inNamespace('pods', 'a', 'eviction'), body: object },
  { method: 'PUT', path: inNamespace('deployments.apps/v1', 'a', 'scale'), body: object },
  { method: 'PATCH', path: inNamespace('deployments.apps/v1', 'a', 'status'), body: {} },
  { method: 'POST', path: inNamespace('serviceaccounts', 'default', 'token'), body: {} },
  { method: 'GET', path: at('/api/v1/pods') },
  { method: 'GET', path: at('/api/v1/nodes') },
  { method: 'GET', path: at('/api/v1/nodes/n/proxy/stats') },
  { method: 'GET', path: inNamespace('services', 'a', 'proxy', 'x') },
  { method: 'DELETE', path: at('/apis/apps/v1/namespaces/elsewhere/deployments/a') },
  { method: 'POST', path: at('/api/v1/namespaces'), body: object },
  { method: 'GET', path: (c) => `/api/v1/namespaces/${c.namespace}` },
  { method: 'PUT', path: (c) => `/api/v1/namespaces/${c.namespace}/finalize`, body: object },
  { method: 'POST', path: at('/apis/rbac.authorization.k8s.io/v1/clusterroles'), body: object },
  { method: 'GET', path: at('/apis/no.such.group/v1/things') },
  { method: 'GET', path: inNamespace('nosuchthings') },
  { method: 'GET', path: at('/metrics') },
  { method: 'GET', path: at('/debug/pprof/heap') },
  { method: 'POST', path: at('/no/such/path') },
  { method: 'GET', path: at('/openid/v1/jwks') },
];

async function tryAll(c: CaseContext, as: Caller): Promise<void> {
  for (const { method, path, body, query = {} } of ATTEMPTS) {
    const headers: Record<string, string> =
      method === 'PATCH' ? { 'content-type': 'application/merge-patch+json' } : {};
    await c.request({ method, path: path(c), query, headers, ...(body && { body }), as });
  }
}

async function tokenOf(c: CaseContext, account: string): Promise<string> {
  const path = c.at('serviceaccounts', account, 'token');
  const request = await c.setup<{ status: { token: string } }>({ method: 'POST', path, body: { spec: {} } });
  return request.status.token;
}

export const rbacForbiddenCases = contractCases('rbac', [
  {
    id: 'forbidden-user',
    name: 'a user without rights is told which verb on which resource where was refused',
    run: (c) => tryAll(c, { user: 'nobody-special' }),
  },
  {
    id: 'forbidden-anonymous',
    name: 'who does not say who he is, is refused as system:anonymous',
    run: (c) => tryAll(c, 'anonymous'),
  },
  {
    id: 'forbidden-service-account',
    name: 'a service account without rights is refused by its full name',
    run: async (c) => tryAll(c, { token: await tokenOf(c, 'default') }),
  },
  {
    id: 'forbidden-before-found',
    name: 'who may not read learns nothing of what is there: refused, while the administrator is told 404',
    run: async (c) => {
      await c.setup({ method: 'POST', path: c.at('configmaps'), body: { metadata: { name: 'there' } } });
      for (const path of [
        c.at('configmaps', 'there'),
        c.at('configmaps', 'missing'),
        c.at('nosuchthings', 'x'),
      ]) {
        await c.request({ path, as: { user: 'nobody-special' } });
        await c.request({ path });
      }
    },
  },
  {
    id: 'allowed-for-all',
    name: 'discovery is for everyone who logged in; version and health for everyone',
    run: async (c) => {
      const facts = (bytes: Buffer) => ({ isText: bytes.length > 0 });
      for (const path of ['/version', '/healthz', '/livez', '/readyz', '/api', '/apis'])
        for (const as of [{ user: 'nobody-special' }, 'anonymous'] as const)
          await c.request({ path, as, facts });
    },
  },
]);
