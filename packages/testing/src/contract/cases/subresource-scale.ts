import type { CaseContext } from '../case-context.ts';
import { contractCases } from '../contract-case.ts';

const MERGE = { 'content-type': 'application/merge-patch+json' };
const labels = { app: 'a', tier: 'b' };
const template = { metadata: { labels }, spec: { containers: [{ name: 'app', image: 'app:1' }] } };

const KINDS: Readonly<Record<string, object>> = {
  deployment: {},
  replicaset: {},
  statefulset: { serviceName: 's' },
  replicationcontroller: { selector: labels },
};

function collectionOf(c: CaseContext, kind: string): string {
  return c.at(kind === 'replicationcontroller' ? `${kind}s` : `${kind}s.apps/v1`);
}

async function create(c: CaseContext, kind: string): Promise<string> {
  const spec = { selector: { matchLabels: labels }, template, replicas: 2, ...KINDS[kind] };
  const path = collectionOf(c, kind);
  await c.setup({ method: 'POST', path, body: { metadata: { name: 'one' }, spec } });
  return `${path}/one`;
}

interface Scale {
  readonly metadata: object;
  readonly spec: { readonly replicas?: number };
}

async function readAndWrite(c: CaseContext, kind: string): Promise<void> {
  const path = `${await create(c, kind)}/scale`;
  const { body: scale } = await c.request<Scale>({ path });
  await c.request({ method: 'PUT', path, body: { ...scale, spec: { replicas: 3 } } });
  await c.request({ method: 'PUT', path, body: { ...scale, spec: { replicas: 4 } } });
  await c.request({ method: 'PATCH', path, headers: MERGE, body: { spec: { replicas: 5 } } });
  await c.request({ method: 'PATCH', path, headers: MERGE, body: { spec: { replicas: -1 } } });
  await c.request({ path: path.replace(/scale$/, '').slice(0, -1) });
}

export const subresourceScaleCases = contractCases('subresources', [
  ...Object.keys(KINDS).map((kind) => ({
    id: `scale-${kind}`,
    name: `the scale of a ${kind} is read, replaced with its version, and patched`,
    run: (c: CaseContext) => readAndWrite(c, kind),
  })),
  {
    id: 'scale-refused',
    name: 'a scale is refused with another name, another kind, or for what has none',
    run: async (c) => {
      const path = `${await create(c, 'deployment')}/scale`;
      const scale = await c.setup<Scale>({ path });
      await c.request({ method: 'PUT', path, body: { ...scale, metadata: { name: 'two' } } });
      await c.request({ method: 'PUT', path, body: { ...scale, kind: 'Deployment' } });
      await c.request({ method: 'PUT', path, body: { ...scale, apiVersion: 'autoscaling/v2' } });
      await c.request({ method: 'PUT', path, body: { ...scale, spec: {} } });
      await c.request({ method: 'PATCH', path, headers: MERGE, body: { spec: { replicas: 'x' } } });
      await c.request({ path: c.at('deployments.apps/v1', 'missing', 'scale') });
      await c.request({ path: c.at('daemonsets.apps/v1', 'one', 'scale') });
    },
  },
  {
    id: 'scale-patches',
    name: 'a scale takes JSON, strategic and apply patches; what is applied is owned through the scale',
    run: async (c) => {
      const object = await create(c, 'deployment');
      const path = `${object}/scale`;
      const json = [{ op: 'replace', path: '/spec/replicas', value: 6 }];
      await c.request({
        method: 'PATCH',
        path,
        headers: { 'content-type': 'application/json-patch+json' },
        body: json,
      });
      const strategic = { 'content-type': 'application/strategic-merge-patch+json' };
      await c.request({ method: 'PATCH', path, headers: strategic, body: { spec: { replicas: 7 } } });
      const applied = {
        apiVersion: 'autoscaling/v1',
        kind: 'Scale',
        metadata: { name: 'one' },
        spec: { replicas: 8 },
      };
      const apply = {
        method: 'PATCH',
        path,
        headers: { 'content-type': 'application/apply-patch+yaml' },
        body: JSON.stringify(applied),
      };
      await c.request({ ...apply, query: { fieldManager: 'scaler' } });
      await c.request({ ...apply, query: { fieldManager: 'scaler', force: 'true' } });
      await c.request({ path: object });
    },
  },
  {
    id: 'scale-dry-run',
    name: 'a dry run of a scale answers as if, and changes nothing',
    run: async (c) => {
      const path = `${await create(c, 'deployment')}/scale`;
      const body = { spec: { replicas: 9 } };
      await c.request({ method: 'PATCH', path, headers: MERGE, body, query: { dryRun: 'All' } });
      await c.request({ path });
    },
  },
]);
