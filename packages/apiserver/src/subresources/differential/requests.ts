/** One request that both servers are asked, in the order of the list. */
export interface AskedRequest {
  readonly method: string;
  readonly path: string;
  readonly type?: string;
  readonly body?: unknown;
}

const NS = '/api/v1/namespaces/x';
const DEPLOYMENTS = '/apis/apps/v1/namespaces/x/deployments';
const SCALE = `${DEPLOYMENTS}/d/scale`;
const BUDGETS = '/apis/policy/v1/namespaces/x/poddisruptionbudgets';
const labels = { app: 'a' };
const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } };

const get = (path: string): AskedRequest => ({ method: 'GET', path });
const post = (path: string, body: object): AskedRequest => ({ method: 'POST', path, body });
const put = (path: string, body: object): AskedRequest => ({ method: 'PUT', path, body });
const patch =
  (type: string) =>
  (path: string, body: unknown): AskedRequest => ({
    method: 'PATCH',
    path,
    type: `application/${type}`,
    body,
  });
const merge = patch('merge-patch+json');
const json = patch('json-patch+json');
const strategic = patch('strategic-merge-patch+json');
const apply = patch('apply-patch+yaml');

const pod = (name: string, metadata: object = {}, spec: object = {}): AskedRequest =>
  post(`${NS}/pods`, {
    metadata: { name, labels, ...metadata },
    spec: { automountServiceAccountToken: false, containers: [{ name: 'c', image: 'i' }], ...spec },
  });
const scaleTo = (replicas: number | undefined, metadata: object = { name: 'd' }): object => ({
  apiVersion: 'autoscaling/v1',
  kind: 'Scale',
  metadata,
  spec: replicas === undefined ? {} : { replicas },
});

const beginning: readonly AskedRequest[] = [
  post('/api/v1/namespaces', { metadata: { name: 'x' } }),
  post(`${NS}/serviceaccounts`, { metadata: { name: 'default' } }),
  post('/api/v1/nodes', {
    metadata: { name: 'n' },
    status: {
      addresses: [{ type: 'InternalIP', address: '127.0.0.1' }],
      daemonEndpoints: { kubeletEndpoint: { Port: 1 } },
    },
  }),
];

const matchExpressions = [
  { key: 'b', operator: 'NotIn', values: ['z', 'y'] },
  { key: 'app', operator: 'Exists' },
];

const scales: readonly AskedRequest[] = [
  post(DEPLOYMENTS, {
    metadata: { name: 'd' },
    spec: { replicas: 2, selector: { matchLabels: labels, matchExpressions }, template },
  }),
  get(SCALE),
  get(`${SCALE}?resourceVersion=abc`),
  put(SCALE, scaleTo(3, {})),
  put(SCALE, scaleTo(3)),
  put(SCALE, scaleTo(3, { name: 'd', namespace: 'y' })),
  put(SCALE, scaleTo(3, { name: 'd', uid: 'nope' })),
  put(SCALE, scaleTo(3, { name: 'd', resourceVersion: 'zz' })),
  put(SCALE, scaleTo(3, { name: 'd', labels: { 'bad key': 'x' } })),
  put(`${SCALE}?fieldValidation=Strict`, { ...scaleTo(3), colour: 'red' }),
  put(SCALE, { ...scaleTo(3), colour: 'red' }),
  put(`${SCALE}?dryRun=All`, scaleTo(30)),
  put(SCALE, scaleTo(-2)),
  put(SCALE, scaleTo(2 ** 31)),
  merge(SCALE, { metadata: { uid: 'nope' } }),
  merge(SCALE, { metadata: { labels: { a: 'b' } } }),
  merge(SCALE, { metadata: { name: 'e' } }),
  merge(SCALE, { status: { replicas: 7 } }),
  merge(SCALE, { kind: 'Foo' }),
  merge(SCALE, { spec: null }),
  json(SCALE, [{ op: 'remove', path: '/spec/replicas' }]),
  json(SCALE, [{ op: 'test', path: '/spec/replicas', value: 99 }]),
  strategic(SCALE, { spec: { replicas: 4, bar: 1 } }),
  apply(`${SCALE}?fieldManager=m`, scaleTo(8)),
  apply(`${SCALE}?fieldManager=m&force=true`, scaleTo(8)),
  apply(`${SCALE}?fieldManager=m`, { apiVersion: 'apps/v1', kind: 'Deployment' }),
  apply(`${SCALE}?fieldManager=m`, scaleTo(8, { name: 'q' })),
  apply(`${SCALE}?fieldManager=m`, scaleTo(undefined)),
  get(`${DEPLOYMENTS}/d`),
  put(`${SCALE}?fieldManager=u`, scaleTo(5)),
  get(`${DEPLOYMENTS}/d`),
  merge(`${DEPLOYMENTS}/d`, { metadata: { managedFields: [{}] } }),
  put(`${SCALE}?fieldManager=u`, scaleTo(0)),
  get(`${DEPLOYMENTS}/d`),
  put(`${DEPLOYMENTS}/none/scale`, scaleTo(3, { name: 'none' })),
  apply(`${DEPLOYMENTS}/none/scale?fieldManager=m`, scaleTo(3, {})),
  { method: 'DELETE', path: SCALE },
];

const bindings: readonly AskedRequest[] = [
  pod('p'),
  post(`${NS}/pods/p/binding`, { metadata: { name: 'p', namespace: 'y' }, target: { name: 'n' } }),
  post(`${NS}/pods/p/binding`, { target: { name: 'n' } }),
  post(`${NS}/pods/p/binding`, { metadata: { name: 'p' }, target: { kind: 'Q' } }),
  post(`${NS}/pods/p/binding`, { metadata: { name: 'p', resourceVersion: '1' }, target: { name: 'n' } }),
  post(`${NS}/pods/p/binding?dryRun=All`, { metadata: { name: 'p' }, target: { name: 'n' } }),
  post(`${NS}/bindings`, { metadata: { name: 'none' }, target: { name: 'n' } }),
  post(`${NS}/bindings`, { target: { name: 'n' } }),
  get(`${NS}/pods/p/binding`),
  post('/api/v1/namespaces/nowhere/pods/p/binding', { metadata: { name: 'p' }, target: { name: 'n' } }),
  post(`${NS}/pods/p/binding`, { metadata: { name: 'p', annotations: { x: 'y' } }, target: { name: 'n' } }),
  get(`${NS}/pods/p`),
];

const ready = { status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] } };
const failedSync = {
  type: 'DisruptionAllowed',
  status: 'False',
  reason: 'SyncFailed',
  message: 'boo',
  lastTransitionTime: '2026-01-01T00:00:00Z',
};
const spare = {
  disruptionsAllowed: 0,
  currentHealthy: 3,
  desiredHealthy: 1,
  expectedPods: 3,
  observedGeneration: 2,
};
const evict = (name: string, deleteOptions?: object, query = ''): AskedRequest =>
  post(`${NS}/pods/${name}/eviction${query}`, {
    metadata: { name },
    ...(deleteOptions && { deleteOptions }),
  });

const evictions: readonly AskedRequest[] = [
  evict('none'),
  pod('e'),
  evict('e', { propagationPolicy: 'Odd' }),
  evict('e', { dryRun: ['Some'] }, '?dryRun=All'),
  evict('e', { preconditions: { resourceVersion: '1' } }),
  evict('e', { gracePeriodSeconds: 0 }),
  pod('held', { finalizers: ['a.b/c'] }),
  evict('held'),
  get(`${NS}/pods/held`),
  evict('held'),
  get(`${NS}/pods/held`),
  pod('q'),
  merge(`${NS}/pods/q/status`, { status: { phase: 'Running' } }),
  post(BUDGETS, {
    metadata: { name: 'b' },
    spec: { minAvailable: 1, selector: {}, unhealthyPodEvictionPolicy: 'AlwaysAllow' },
  }),
  evict('q', undefined, '?dryRun=All'),
  merge(`${BUDGETS}/b`, { spec: { unhealthyPodEvictionPolicy: 'IfHealthyBudget' } }),
  evict('q'),
  merge(`${BUDGETS}/b/status`, { status: { ...spare, conditions: [failedSync] } }),
  merge(`${NS}/pods/q/status`, ready),
  evict('q'),
  merge(`${BUDGETS}/b/status`, { status: { disruptionsAllowed: 2 } }),
  evict('q', undefined, '?dryRun=All'),
  evict('q', { preconditions: { uid: 'nope' } }),
  get(`${BUDGETS}/b`),
  evict('q'),
  get(`${BUDGETS}/b`),
];

const streams: readonly AskedRequest[] = [
  ...['sinceTime=x', 'follow=maybe', 'stream=Stdout', 'tailLines=1&tailLines=2', 'container=zz'].map(
    (query) => get(`${NS}/pods/p/log?${query}`),
  ),
  { method: 'DELETE', path: `${NS}/pods/p/log` },
  { method: 'PUT', path: `${NS}/pods/p/exec` },
  get(`${NS}/pods/p/exec?stdin=x&command=a`),
  { method: 'POST', path: `${NS}/pods/p/portforward?ports=x` },
  { method: 'POST', path: `${NS}/pods/p/attach?container=zz` },
  ...['pods/p/proxy', 'pods/:p:/proxy/', 'pods/a:b:c:d/proxy/', 'services/a:b:c:d/proxy/'].map((path) =>
    get(`${NS}/${path}`),
  ),
  ...['a:b:c:d/proxy/', 'zz:80/proxy/', 'n/proxy/', 'n/proxy', 'n:80/proxy/x'].map((path) =>
    get(`/api/v1/nodes/${path}`),
  ),
  { method: 'OPTIONS', path: `${NS}/pods/none/proxy/x` },
  post(`${NS}/services`, {
    metadata: { name: 's' },
    spec: { clusterIP: 'None', ports: [{ name: 'web', port: 80 }] },
  }),
  ...['s:80', 's:81', 'none:80', 's'].map((name) => get(`${NS}/services/${name}/proxy/`)),
  post(`${NS}/endpoints`, {
    metadata: { name: 's' },
    subsets: [{ addresses: [{ ip: '10.1.1.1' }], ports: [{ name: 'web', port: 80 }] }],
  }),
  ...['s:80', 's:web', 's'].map((name) => get(`${NS}/services/${name}/proxy/`)),
  { method: 'DELETE', path: `${NS}/services/s` },
  get(`${NS}/endpoints/s`),
];

/** Odd requests of all endpoints below objects. */
export const REQUESTS: readonly AskedRequest[] = [
  ...beginning,
  ...scales,
  ...bindings,
  ...evictions,
  ...streams,
];
