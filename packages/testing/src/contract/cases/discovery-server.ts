import { contractCases } from '../contract-case.ts';
import { createSampleCrd } from './sample-crd.ts';

/** The names of checks are the server's own affair; how they are shown is not. */
const checks = (bytes: Buffer) => {
  const lines = bytes.toString().trimEnd().split('\n');
  const shown = lines.slice(0, -1).filter((line) => /^\[\+\][\w./-]+ (ok|excluded: ok)$/.test(line));
  return {
    allChecksShown: shown.length === lines.length - 1,
    ping: lines[0] ?? null,
    last: lines.at(-1) ?? null,
  };
};

export const discoveryServerCases = contractCases('discovery', [
  {
    id: 'version',
    name: '/version tells the version of Kubernetes, to anyone',
    run: async (c) => {
      const facts = (bytes: Buffer) => {
        const { major, minor, gitVersion, ...rest } = JSON.parse(bytes.toString());
        return { major, minor, gitVersion, alsoThere: Object.keys(rest).sort() };
      };
      await c.request({ path: '/version', facts });
      await c.request({ path: '/version/', facts });
      await c.request({ path: '/version', as: 'anonymous', facts });
      await c.request({ method: 'POST', path: '/version', body: {} });
    },
  },
  {
    id: 'health',
    name: '/healthz, /livez and /readyz say ok, to anyone',
    run: async (c) => {
      for (const path of ['/healthz', '/livez', '/readyz']) await c.request({ path });
      await c.request({ path: '/readyz', as: 'anonymous' });
    },
  },
  {
    id: 'health-verbose',
    name: 'verbose health shows each check, one can be left out or asked for alone',
    run: async (c) => {
      for (const path of ['/healthz', '/livez', '/readyz'])
        await c.request({ path, query: { verbose: '' }, facts: checks });
      await c.request({ path: '/livez', query: { verbose: '', exclude: 'ping' }, facts: checks });
      await c.request({ path: '/livez/ping' });
      await c.request({ path: '/livez/no-such-check' });
      await c.request({ path: '/livez', query: { exclude: 'no-such-check' } });
    },
  },
  {
    id: 'metrics',
    name: '/metrics speaks Prometheus’ text format, to administrators',
    run: async (c) => {
      const facts = (bytes: Buffer) => ({
        hasRequestTotal: bytes.toString().includes('# TYPE apiserver_request_total counter'),
      });
      await c.request({ path: '/metrics', headers: { accept: 'text/plain' }, facts });
      await c.request({ path: '/metrics', as: 'anonymous' });
    },
  },
  {
    id: 'root',
    name: '/ lists paths to go to',
    run: async (c) => {
      const facts = (bytes: Buffer) => {
        const { paths } = JSON.parse(bytes.toString()) as { paths: string[] };
        return ['/api', '/api/v1', '/apis', '/apis/apps/v1', '/healthz', '/openapi/v2', '/version'].map(
          (path) => `${path}: ${paths.includes(path)}`,
        );
      };
      await c.request({ path: '/', facts });
    },
  },
  {
    id: 'openapi-v3-index',
    name: 'the OpenAPI v3 index names a document for every group’s version, each with a digest in its address',
    alone: true,
    run: async (c) => {
      const facts = (bytes: Buffer) => {
        const { paths } = JSON.parse(bytes.toString()) as {
          paths: Record<string, { serverRelativeURL: string }>;
        };
        const address = /^\/openapi\/v3\/(.+)\?hash=[0-9A-F]{32,}$/;
        return Object.entries(paths).map(([path, { serverRelativeURL }]) =>
          address.exec(serverRelativeURL)?.[1] === path ? path : `${path}: ${serverRelativeURL}`,
        );
      };
      await c.request({ path: '/openapi/v3', facts });
    },
  },
  {
    id: 'openapi-v3-document',
    name: 'an OpenAPI v3 document may be kept forever under its digest, and an outdated digest leads to the new one',
    alone: true,
    run: async (c) => {
      // It is JSON, though it says that it is text.
      const text = await c.setup<string>({ path: '/openapi/v3' });
      const index = JSON.parse(text) as { paths: Record<string, { serverRelativeURL: string }> };
      const address = new URL(index.paths['apis/apps/v1']?.serverRelativeURL ?? '', 'https://server');
      const hash = address.searchParams.get('hash') ?? '';
      const path = address.pathname;
      await c.request({ path, query: { hash }, facts: deploymentFacts('v3') });
      const { headers } = await c.request({ path, facts: () => 'the same document' });
      await c.request({ path, headers: { 'if-none-match': headers.etag ?? '' } });
      await c.request({ path, query: { hash: 'ABCDEF' } });
      await c.request({ path: '/openapi/v3/apis/no-such-group/v1' });
    },
  },
  {
    id: 'openapi-v3-custom-resource',
    name: 'a custom resource’s schema is in the OpenAPI v3 document of its group',
    run: async (c) => {
      const schema = { type: 'object', properties: { size: { type: 'integer', description: 'How large.' } } };
      const widgets = await createSampleCrd(c, schema);
      const path = `/openapi/v3/apis/${widgets.apiVersion}`;
      await c.until({ path }, ({ status }) => status === 200);
      const facts = (bytes: Buffer) => {
        const { components, paths } = JSON.parse(bytes.toString());
        const name = Object.keys(components.schemas).find((key) => key.endsWith('.Widget')) ?? '';
        const widget = components.schemas[name];
        return {
          name,
          spec: widget.properties.spec,
          kinds: widget['x-kubernetes-group-version-kind'],
          paths: Object.keys(paths),
        };
      };
      await c.request({ path, facts });
    },
  },
  {
    id: 'openapi-v2',
    name: 'OpenAPI v2 has every kind’s definition with its group, version and kind, and an ETag',
    alone: true,
    run: async (c) => {
      const { headers } = await c.request({ path: '/openapi/v2', facts: deploymentFacts('v2') });
      await c.request({ path: '/openapi/v2', headers: { 'if-none-match': headers.etag ?? '' } });
      await c.request({
        path: '/openapi/v2',
        headers: { accept: 'text/html' },
        facts: () => 'whatever it is',
      });
      const protobuf = { accept: 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf' };
      await c.request({ path: '/openapi/v2', headers: protobuf, facts: () => 'protobuf' });
    },
  },
]);

/** What kubectl explain, its validation and strategic merge read of the Deployment's schema. */
function deploymentFacts(version: 'v2' | 'v3') {
  return (bytes: Buffer) => {
    const document = JSON.parse(bytes.toString());
    const schemas = version === 'v2' ? document.definitions : document.components.schemas;
    const spec = schemas['io.k8s.api.apps.v1.DeploymentSpec'];
    const podSpec = schemas['io.k8s.api.core.v1.PodSpec'].properties;
    const { description: _, ...containers } = podSpec.containers;
    return {
      format: document.swagger ?? document.openapi,
      title: document.info.title,
      deployment: schemas['io.k8s.api.apps.v1.Deployment']['x-kubernetes-group-version-kind'],
      specRequires: spec.required,
      specFields: Object.keys(spec.properties).sort(),
      podSpecFields: Object.keys(podSpec).sort(),
      containers,
      replicas: { type: spec.properties.replicas.type, format: spec.properties.replicas.format },
      hasPath: Object.hasOwn(document.paths, '/apis/apps/v1/namespaces/{namespace}/deployments/{name}'),
    };
  };
}
