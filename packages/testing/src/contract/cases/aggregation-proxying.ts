import type { CaseContext } from '../case-context.ts';
import { contractCases } from '../contract-case.ts';
import type { Json } from '../transcript.ts';
import {
  API_SERVICES,
  apiService,
  availability,
  groupOf,
  isAvailable,
  localService,
  withBackend,
} from './aggregation-services.ts';
import { CLUSTER_BINDINGS, CLUSTER_ROLES, RBAC } from './rbac-grants.ts';

const MERGE = { 'content-type': 'application/merge-patch+json' };

interface GroupList {
  readonly groups: readonly { readonly name: string }[];
}

/** Of all groups only the case's own. */
const ownGroup = (c: CaseContext) => (bytes: Buffer) =>
  (JSON.parse(bytes.toString()) as GroupList).groups.filter(
    ({ name }) => name === groupOf(c),
  ) as unknown as Json;

interface AggregatedDiscovery {
  readonly items: readonly { readonly metadata: { readonly name: string }; readonly versions: Json }[];
}

const ownAggregated = (c: CaseContext) => (bytes: Buffer) =>
  (JSON.parse(bytes.toString()) as AggregatedDiscovery).items
    .filter(({ metadata }) => metadata.name === groupOf(c))
    .map(({ metadata, versions }) => ({ name: metadata.name, versions }));

const AGGREGATED = { accept: 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList' };

export const aggregationProxyingCases = contractCases('aggregation', [
  {
    id: 'proxy',
    name: 'a backend is asked with the caller’s method, path, query and body, by the front proxy’s certificate',
    run: async (c) => {
      await withBackend(c, async () => {
        const base = `/apis/${groupOf(c)}/v1/namespaces/${c.namespace}/echoes`;
        await c.request({ path: base, query: { watch: 'true', labelSelector: 'a=b' } });
        await c.request({ method: 'POST', path: base, body: { a: 1 }, headers: { 'x-custom': 'kept' } });
        await c.request({ method: 'PATCH', path: `${base}/x`, body: { b: 2 }, headers: MERGE });
        await c.request({ method: 'DELETE', path: `${base}/x/sub/resource` });
        await c.request({ path: `${base}/a%2Fb` });
        await c.request({ path: `${base}/teapot` });
      });
    },
  },
  {
    id: 'proxy-identity',
    name: 'a backend learns user, groups and extras; what the caller said of himself does not get through',
    run: async (c) => {
      await withBackend(c, async () => {
        const path = `/apis/${groupOf(c)}/v1/echoes`;
        const tokenPath = c.at('serviceaccounts', 'default', 'token');
        const { status } = await c.setup<{ status: { token: string } }>({
          method: 'POST',
          path: tokenPath,
          body: {},
        });
        // By groups of the case's own: what is granted to everyone would show in other cases.
        const groups = ['people', 'developers'].map((part) => c.clusterName(part));
        const subjects = [...groups.slice(0, 1), `system:serviceaccounts:${c.namespace}`];
        await letGroupsEcho(c, subjects);
        const jane = { user: 'jane', groups };
        await c.until({ path, as: jane }, ({ status }) => status === 200);
        await c.request({ path, as: jane });
        await c.request({ path, as: { token: status.token } });
        const forged = {
          'x-remote-user': 'admin',
          'x-remote-group': 'system:masters',
          'x-remote-extra-a': 'b',
        };
        await c.request({ path, as: jane, headers: forged });
        const impersonated = {
          'impersonate-user': 'john',
          'impersonate-group': c.clusterName('people'),
          'impersonate-extra-scopes': 'read',
        };
        await c.request({ path, headers: impersonated });
        await c.request({ path, as: 'anonymous' });
      });
    },
  },
  {
    id: 'upgrade',
    name: 'a WebSocket passes through to the backend and back',
    run: async (c) => {
      await withBackend(c, async () => {
        const path = `/apis/${groupOf(c)}/v1/echoes/x/attach`;
        const headers = { 'sec-websocket-protocol': 'banyan.test' };
        await c.upgrade({ path, headers }, async (socket) => {
          const sent = ['one', 'two'];
          const heard: string[] = [];
          socket.send(Buffer.from('one'));
          for await (const message of socket.messages((message) => message.toString() === 'two')) {
            heard.push(message.toString());
            if (heard.length < sent.length) socket.send(Buffer.from('two'));
          }
          return { sent, heard };
        });
        await c.upgrade({ path, headers, as: { user: 'jane' } }, async () => 'not reached');
      });
    },
  },
  {
    id: 'discovery-merged',
    name: 'an aggregated group is in the list of groups and in aggregated discovery, with its resources',
    alone: true,
    run: async (c) => {
      await withBackend(c, async () => {
        const isThere = ({ body }: { body: GroupList }) =>
          body.groups.some(({ name }) => name === groupOf(c));
        await c.eventually<GroupList>({ path: '/apis', facts: ownGroup(c) }, isThere);
        await c.request({ path: `/apis/${groupOf(c)}` });
        await c.request({ path: `/apis/${groupOf(c)}/v1` });
        const isListed = ({ body }: { body: AggregatedDiscovery }) => ownAggregatedCount(c, body) === 1;
        const aggregated = { path: '/apis', headers: AGGREGATED, facts: ownAggregated(c) };
        await c.eventually<AggregatedDiscovery>(aggregated, isListed);
      });
    },
  },
  {
    id: 'one-broken',
    name: 'a broken backend harms no other group: discovery goes on, and only its own paths answer 503',
    alone: true,
    run: async (c) => {
      await c.setup({ method: 'POST', path: c.at('services'), body: localService(1) });
      const service = { name: 'backend', namespace: c.namespace, port: 1 };
      const body = apiService(c, { service, insecureSkipTLSVerify: true });
      await c.setup({ method: 'POST', path: API_SERVICES, body });
      await c.eventually(
        { path: `${API_SERVICES}/v1.${groupOf(c)}`, facts: availability },
        isAvailable('False', 'FailedDiscoveryCheck'),
      );
      await c.eventually({ path: `/apis/${groupOf(c)}/v1/echoes` }, ({ status }) => status === 503);
      await c.request({ path: '/apis', facts: ownGroup(c) });
      const facts = (bytes: Buffer) => {
        const { groups } = JSON.parse(bytes.toString()) as GroupList;
        return groups.some(({ name }) => name === 'apps') ? 'apps is there' : 'apps is missing';
      };
      await c.request({ path: '/apis', facts });
      await c.request({ path: '/apis/apps', facts: () => 'answered' });
      await c.request({ path: c.at('deployments.apps/v1') });
      const aggregated = { path: '/apis', headers: AGGREGATED, facts: ownAggregated(c) };
      const isStale = ({ body }: { body: AggregatedDiscovery }) =>
        JSON.stringify(body.items.find(({ metadata }) => metadata.name === groupOf(c))).includes('Stale');
      await c.eventually<AggregatedDiscovery>(aggregated, isStale);
    },
  },
  {
    id: 'authentication-config',
    name: 'how a backend recognises the server is told in a ConfigMap that it may read by a role',
    run: async (c) => {
      const facts = (bytes: Buffer) => {
        const { data } = JSON.parse(bytes.toString()) as { data: Record<string, string> };
        return Object.fromEntries(
          Object.entries(data).map(([key, value]) => [
            key,
            value.startsWith('-----BEGIN') ? 'a certificate' : value,
          ]),
        );
      };
      const name = 'extension-apiserver-authentication';
      await c.request({ path: `/api/v1/namespaces/kube-system/configmaps/${name}`, facts });
      const role = 'extension-apiserver-authentication-reader';
      const rules = (bytes: Buffer) => (JSON.parse(bytes.toString()) as { rules: Json }).rules;
      await c.request({
        path: `/apis/rbac.authorization.k8s.io/v1/namespaces/kube-system/roles/${role}`,
        facts: rules,
      });
    },
  },
]);

function ownAggregatedCount(c: CaseContext, { items }: AggregatedDiscovery): number {
  return items.filter(({ metadata }) => metadata.name === groupOf(c)).length;
}

/** Lets the members of groups do anything in the case's group. */
async function letGroupsEcho(c: CaseContext, groups: readonly string[]): Promise<void> {
  const name = c.clusterName();
  const rules = [{ apiGroups: [groupOf(c)], resources: ['*'], verbs: ['*'] }];
  await c.setup({ method: 'POST', path: CLUSTER_ROLES, body: { metadata: { name }, rules } });
  const subjects = groups.map((group) => ({ kind: 'Group', name: group, apiGroup: RBAC }));
  const body = { metadata: { name }, subjects, roleRef: { kind: 'ClusterRole', name, apiGroup: RBAC } };
  await c.setup({ method: 'POST', path: CLUSTER_BINDINGS, body });
}
