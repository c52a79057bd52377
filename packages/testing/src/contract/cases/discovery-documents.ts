import { contractCases } from '../contract-case.ts';

const AGGREGATED = { accept: 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList' };
const AGGREGATED_BETA = {
  accept: 'application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList',
};
const BOTH = {
  accept: `${AGGREGATED.accept},${AGGREGATED_BETA.accept},application/json`,
};

interface GroupDiscovery {
  readonly metadata: { readonly name?: string };
  readonly versions: readonly {
    readonly version: string;
    readonly freshness: string;
    readonly resources: readonly { readonly resource: string; readonly verbs: readonly string[] }[];
  }[];
}

interface DiscoveryList {
  readonly kind: string;
  readonly apiVersion: string;
  readonly items: readonly GroupDiscovery[];
}

/** Names alone; one group in full is another case. */
const outline = (bytes: Buffer) => {
  const { kind, apiVersion, items } = JSON.parse(bytes.toString()) as DiscoveryList;
  const groups = items.map(({ metadata, versions }) => [
    metadata.name ?? '',
    versions.map(({ version, freshness, resources }) => [
      version,
      freshness,
      resources.map(({ resource }) => resource).join(' '),
    ]),
  ]);
  return { kind, apiVersion, groups };
};

const oneGroup = (name: string) => (bytes: Buffer) => {
  const { items } = JSON.parse(bytes.toString()) as DiscoveryList;
  return JSON.parse(JSON.stringify(items.find(({ metadata }) => metadata.name === name) ?? null));
};

export const discoveryDocumentCases = contractCases('discovery', [
  {
    id: 'api',
    name: '/api names the version of the core group and where the server is reached',
    alone: true,
    run: async (c) => {
      const addresses = (bytes: Buffer) => {
        const { serverAddressByClientCIDRs, ...rest } = JSON.parse(bytes.toString());
        return { ...rest, serverAddressByClientCIDRs: serverAddressByClientCIDRs.length > 0 };
      };
      await c.request({ path: '/api', facts: addresses });
      await c.request({ path: '/api/', facts: addresses });
    },
  },
  {
    id: 'apis',
    name: '/apis lists the groups with their versions and the preferred one',
    alone: true,
    run: async (c) => {
      await c.request({ path: '/apis' });
    },
  },
  {
    id: 'group',
    name: 'a group tells its versions; one that is not there is 404',
    run: async (c) => {
      await c.request({ path: '/apis/apps' });
      await c.request({ path: '/apis/autoscaling' });
      await c.request({ path: '/apis/no-such-group.example.test' });
      await c.request({ path: '/apis/apps/v9' });
      await c.request({ path: '/api/v9' });
    },
  },
  {
    id: 'core-resources',
    name: '/api/v1 lists the core resources with verbs, short names, categories and subresources',
    run: async (c) => {
      await c.request({ path: '/api/v1' });
    },
  },
  {
    id: 'group-resources',
    name: 'the resources of a group’s version are listed likewise',
    run: async (c) => {
      for (const group of [
        'apps/v1',
        'batch/v1',
        'autoscaling/v2',
        'rbac.authorization.k8s.io/v1',
        'authorization.k8s.io/v1',
      ])
        await c.request({ path: `/apis/${group}` });
    },
  },
  {
    id: 'all-resources',
    name: 'every group’s version lists its resources',
    alone: true,
    run: async (c) => {
      const { body } = await c.request<{ groups: { versions: { groupVersion: string }[] }[] }>({
        path: '/apis',
      });
      const brief = (bytes: Buffer) => {
        const { resources } = JSON.parse(bytes.toString());
        return resources.map((one: { name: string; kind: string; namespaced: boolean; verbs: string[] }) =>
          [one.name, one.kind, one.namespaced ? 'namespaced' : 'cluster', one.verbs.join(',')].join(' '),
        );
      };
      for (const { groupVersion } of body.groups.flatMap(({ versions }) => versions))
        await c.request({ path: `/apis/${groupVersion}`, facts: brief });
    },
  },
  {
    id: 'aggregated',
    name: 'aggregated discovery gives all groups, versions and resources in two documents',
    alone: true,
    run: async (c) => {
      await c.request({ path: '/api', headers: BOTH, facts: outline });
      await c.request({ path: '/apis', headers: BOTH, facts: outline });
    },
  },
  {
    id: 'aggregated-group',
    name: 'a group in aggregated discovery has its resources with kinds, scopes, verbs and subresources',
    alone: true,
    run: async (c) => {
      await c.request({ path: '/apis', headers: AGGREGATED, facts: oneGroup('apps') });
      await c.request({ path: '/apis', headers: AGGREGATED, facts: oneGroup('coordination.k8s.io') });
    },
  },
  {
    id: 'aggregated-etag',
    name: 'aggregated discovery has an ETag, and is 304 for whoever has it',
    alone: true,
    run: async (c) => {
      for (const path of ['/api', '/apis']) {
        const facts = () => 'as in aggregated';
        const { headers } = await c.request({ path, headers: AGGREGATED, facts });
        await c.request({ path, headers: { ...AGGREGATED, 'if-none-match': headers.etag ?? '' } });
        await c.request({ path, headers: { ...AGGREGATED, 'if-none-match': '"other"' }, facts });
      }
    },
  },
  {
    id: 'aggregated-versions',
    name: 'aggregated discovery of an older or unknown version falls back or is 406',
    alone: true,
    run: async (c) => {
      const kindOf = (bytes: Buffer) => {
        const { kind, apiVersion } = JSON.parse(bytes.toString());
        return { kind, apiVersion };
      };
      const unknown = 'application/json;g=apidiscovery.k8s.io;v=v9;as=APIGroupDiscoveryList';
      await c.request({ path: '/apis', headers: AGGREGATED_BETA, facts: kindOf });
      await c.request({ path: '/apis', headers: { accept: unknown }, facts: kindOf });
      await c.request({ path: '/apis', headers: { accept: `${unknown},application/json` }, facts: kindOf });
      await c.request({ path: '/apis/apps', headers: AGGREGATED, facts: kindOf });
    },
  },
]);
