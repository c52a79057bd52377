import type { CaseContext } from '../case-context.ts';
import { contractCases } from '../contract-case.ts';

const MERGE = { 'content-type': 'application/merge-patch+json' };
const STRATEGIC = { 'content-type': 'application/strategic-merge-patch+json' };

function pod(name: string, spec: object = {}, metadata: object = {}): object {
  const containers = [{ name: 'app', image: 'app:1' }];
  return {
    metadata: { name, ...metadata },
    spec: { automountServiceAccountToken: false, containers, ...spec },
  };
}

async function createPod(
  c: CaseContext,
  name: string,
  spec: object = {},
  metadata: object = {},
): Promise<string> {
  await c.setup({ method: 'POST', path: c.at('pods'), body: pod(name, spec, metadata) });
  return c.at('pods', name);
}

const bindingTo = (node: string, rest: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Binding',
  metadata: { name: 'one' },
  target: { kind: 'Node', name: node },
  ...rest,
});

const eviction = (name: string, rest: object = {}) => ({
  apiVersion: 'policy/v1',
  kind: 'Eviction',
  metadata: { name },
  ...rest,
});

/** A budget for pods labelled `app: a`, with a status as its controller would write it. */
async function budget(c: CaseContext, name: string, status: object): Promise<string> {
  const path = c.at('poddisruptionbudgets.policy/v1');
  const spec = { minAvailable: 1, selector: { matchLabels: { app: 'a' } } };
  await c.setup({ method: 'POST', path, body: { metadata: { name }, spec } });
  const whole = { currentHealthy: 1, desiredHealthy: 1, expectedPods: 1, observedGeneration: 1, ...status };
  await c.setup({ method: 'PATCH', path: `${path}/${name}/status`, headers: MERGE, body: { status: whole } });
  return `${path}/${name}`;
}

/** A pod that a budget counts: running and ready. */
async function readyPod(c: CaseContext, name: string): Promise<string> {
  const path = await createPod(c, name, {}, { labels: { app: 'a' } });
  const status = { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] };
  await c.setup({ method: 'PATCH', path: `${path}/status`, headers: MERGE, body: { status } });
  return path;
}

export const subresourcePodCases = contractCases('subresources', [
  {
    id: 'binding',
    name: 'a pod is bound to a node once',
    run: async (c) => {
      const path = await createPod(c, 'one');
      const post = (body: object) => c.request({ method: 'POST', path: `${path}/binding`, body });
      await post(bindingTo('', {}));
      await post(bindingTo('n', { target: { kind: 'Pod', name: 'n' } }));
      await post(bindingTo('n', { metadata: { name: 'two' } }));
      await post(bindingTo('n', { metadata: { name: 'one', uid: '11111111-2222-3333-4444-555555555555' } }));
      await post(bindingTo('n', { metadata: { name: 'one', annotations: { a: 'b' }, labels: { c: 'd' } } }));
      await c.request({ path });
      await post(bindingTo('n'));
      await post(bindingTo('m'));
      const missing = c.at('pods', 'missing', 'binding');
      await c.request({
        method: 'POST',
        path: missing,
        body: bindingTo('n', { metadata: { name: 'missing' } }),
      });
    },
  },
  {
    id: 'binding-collection',
    name: 'a pod may be bound by the old list of bindings too, and not while it is gated or being deleted',
    run: async (c) => {
      await createPod(c, 'one');
      await c.request({ method: 'POST', path: c.at('bindings'), body: bindingTo('n') });
      await createPod(c, 'gated', { schedulingGates: [{ name: 'example.com/wait' }] });
      const gated = bindingTo('n', { metadata: { name: 'gated' } });
      await c.request({ method: 'POST', path: c.at('bindings'), body: gated });
      const going = await createPod(c, 'going', {}, { finalizers: ['example.com/hold'] });
      await c.setup({ method: 'DELETE', path: going });
      const late = bindingTo('n', { metadata: { name: 'going' } });
      await c.request({ method: 'POST', path: `${going}/binding`, body: late });
      await c.setup({
        method: 'PATCH',
        path: going,
        headers: MERGE,
        body: { metadata: { finalizers: null } },
      });
    },
  },
  {
    id: 'eviction',
    name: 'a pod without a budget is evicted: deleted as a deletion would',
    run: async (c) => {
      const path = await createPod(c, 'one');
      const post = (body: object, query: Record<string, string> = {}) =>
        c.request({ method: 'POST', path: `${path}/eviction`, body, query });
      await post(eviction('one'), { dryRun: 'All' });
      await post(eviction('two'));
      const uid = '11111111-2222-3333-4444-555555555555';
      await post(eviction('one', { deleteOptions: { preconditions: { uid } } }));
      await post(eviction('one', { apiVersion: 'policy/v2' }));
      await post(eviction('one'));
      await post(eviction('one'));
      await c.request({ path });
    },
  },
  {
    id: 'eviction-refused',
    name: 'a budget with nothing to spare refuses an eviction with 429 and its cause',
    run: async (c) => {
      const path = await readyPod(c, 'one');
      await budget(c, 'tight', { disruptionsAllowed: 0 });
      await c.request({ method: 'POST', path: `${path}/eviction`, body: eviction('one') });
      await c.request({ path });
    },
  },
  {
    id: 'eviction-allowed',
    name: 'a budget with one to spare allows one eviction and notes the pod',
    run: async (c) => {
      const [one, two] = [await readyPod(c, 'one'), await readyPod(c, 'two')];
      const path = await budget(c, 'loose', { disruptionsAllowed: 1, currentHealthy: 2, expectedPods: 2 });
      await c.request({ method: 'POST', path: `${one}/eviction`, body: eviction('one') });
      await c.request({ path });
      await c.request({ method: 'POST', path: `${two}/eviction`, body: eviction('two') });
    },
  },
  {
    id: 'eviction-unsettled',
    name: 'a budget that its controller has not looked at yet refuses for now',
    run: async (c) => {
      const path = await readyPod(c, 'one');
      await budget(c, 'new', { disruptionsAllowed: 1, observedGeneration: 0 });
      await c.request({ method: 'POST', path: `${path}/eviction`, body: eviction('one') });
    },
  },
  {
    id: 'eviction-two-budgets',
    name: 'a pod under two budgets cannot be evicted',
    run: async (c) => {
      const path = await readyPod(c, 'one');
      await budget(c, 'first', { disruptionsAllowed: 1 });
      await budget(c, 'second', { disruptionsAllowed: 1 });
      await c.request({ method: 'POST', path: `${path}/eviction`, body: eviction('one') });
    },
  },
  {
    id: 'eviction-unhealthy',
    name: 'a pod that is over, or not ready under a budget that is met, is evicted whatever may be spared',
    run: async (c) => {
      const over = await createPod(c, 'over', {}, { labels: { app: 'a' } });
      await c.setup({
        method: 'PATCH',
        path: `${over}/status`,
        headers: MERGE,
        body: { status: { phase: 'Failed' } },
      });
      const waiting = await createPod(c, 'waiting', {}, { labels: { app: 'a' } });
      const sick = await createPod(c, 'sick', {}, { labels: { app: 'a' } });
      await c.setup({
        method: 'PATCH',
        path: `${sick}/status`,
        headers: MERGE,
        body: { status: { phase: 'Running' } },
      });
      await budget(c, 'tight', { disruptionsAllowed: 0 });
      for (const [name, path] of Object.entries({ over, waiting, sick }))
        await c.request({ method: 'POST', path: `${path}/eviction`, body: eviction(name) });
    },
  },
  {
    id: 'ephemeral-containers',
    name: 'debug containers are added to a pod and never changed or taken away',
    run: async (c) => {
      const path = await createPod(c, 'one');
      const patch = (...ephemeralContainers: object[]) =>
        c.request({
          method: 'PATCH',
          path: `${path}/ephemeralcontainers`,
          headers: STRATEGIC,
          body: { spec: { ephemeralContainers } },
        });
      await patch({ name: 'debug', image: 'debug:1', targetContainerName: 'app', stdin: true });
      await patch({ name: 'debug', image: 'debug:2' });
      await patch({ name: 'app', image: 'debug:1' });
      await patch({ name: 'with-ports', image: 'debug:1', ports: [{ containerPort: 1 }] });
      await patch({ name: 'with-resources', image: 'debug:1', resources: { limits: { cpu: '1' } } });
      await patch({ name: 'lost', image: 'debug:1', targetContainerName: 'nobody' });
      await patch({ name: 'debug', $patch: 'delete' });
      await c.request({ path: `${path}/ephemeralcontainers` });
      const body = { spec: { containers: [{ name: 'app', image: 'other' }] } };
      await c.request({ method: 'PATCH', path: `${path}/ephemeralcontainers`, headers: STRATEGIC, body });
    },
  },
  {
    id: 'resize',
    name: 'the resources of a pod’s containers change by resize and not otherwise, and keep its class of service',
    run: async (c) => {
      const resources = { requests: { cpu: '1', memory: '64Mi' }, limits: { cpu: '2', memory: '128Mi' } };
      const containers = [{ name: 'app', image: 'app:1', resources }];
      const path = await createPod(c, 'one', { containers });
      const patch = (to: string, change: object) =>
        c.request({
          method: 'PATCH',
          path: to,
          headers: STRATEGIC,
          body: { spec: { containers: [{ name: 'app', ...change }] } },
        });
      await patch(`${path}/resize`, { resources: { requests: { cpu: '1500m' } } });
      await patch(path, { resources: { requests: { cpu: '1600m' } } });
      await patch(`${path}/resize`, { image: 'other' });
      await patch(`${path}/resize`, { resources: { requests: { cpu: '3' } } });
      await patch(`${path}/resize`, { resources: { requests: { 'ephemeral-storage': '1Gi' } } });
      const equal = { cpu: '2', memory: '128Mi' };
      await patch(`${path}/resize`, { resources: { requests: equal, limits: equal } });
      await c.request({ path: `${path}/resize` });
      await c.request({ path: c.at('pods', 'missing', 'resize') });
    },
  },
  {
    id: 'namespace-finalize',
    name: 'a namespace’s finalizers are written by finalize alone, its status by status',
    run: async (c) => {
      const name = c.clusterName('other');
      const path = `/api/v1/namespaces/${name}`;
      await c.setup({ method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name } } });
      const namespace = (finalizers: string[], rest: object = {}) => ({
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name },
        spec: { finalizers },
        ...rest,
      });
      const put = (to: string, body: object) => c.request({ method: 'PUT', path: `${path}/${to}`, body });
      await put('finalize', namespace(['kubernetes', 'example.com/mine']));
      await put('finalize', namespace(['not valid']));
      await put('finalize', { ...namespace([]), metadata: { name: 'another' } });
      await put('status', namespace([], { status: { phase: 'Terminating' } }));
      await c.request({ path: `${path}/finalize` });
      await c.request({ method: 'DELETE', path });
      const late = { method: 'POST', path: `${path}/configmaps`, body: { metadata: { name: 'late' } } };
      await c.eventually(late, ({ status }) => status === 403);
      await put('finalize', namespace([]));
      await c.request({ path });
    },
  },
]);
