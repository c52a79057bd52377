import type { CaseContext } from '../case-context.ts';
import { contractCases } from '../contract-case.ts';
import { CERTIFICATE_REQUEST } from './kinds-cluster.ts';

const MERGE = 'application/merge-patch+json';
const STRATEGIC = 'application/strategic-merge-patch+json';
const TIME = '2026-01-01T00:00:00Z';

interface StatusStep {
  /** Of the object; `status` and the like for the subresource. */
  readonly to?: string;
  readonly type?: string;
  readonly body: object;
}

interface StatusRow {
  readonly id: string;
  readonly name: string;
  readonly collection: (c: CaseContext) => string;
  readonly object: (c: CaseContext) => object;
  /** Patches of the subresource, unless they say otherwise, one after another. */
  readonly steps: readonly StatusStep[];
}

const containers = [{ name: 'app', image: 'app:1' }];
const podSpec = { automountServiceAccountToken: false, containers };
const labels = { app: 'a' };
const template = { metadata: { labels }, spec: { containers } };
const named = (spec: object) => () => ({ metadata: { name: 'one' }, spec });
const clusterNamed = (spec: object) => (c: CaseContext) => ({ metadata: { name: c.clusterName() }, spec });
const status = (body: object, type = MERGE): StatusStep => ({ type, body: { status: body } });
const condition = (type: string, rest: object = {}) => ({
  type,
  status: 'True',
  reason: 'Because',
  message: 'it is so',
  lastTransitionTime: TIME,
  ...rest,
});

const ROWS: readonly StatusRow[] = [
  {
    id: 'deployment',
    name: 'a Deployment’s status is written alone, and does not move the generation',
    collection: (c) => c.at('deployments.apps/v1'),
    object: named({ selector: { matchLabels: labels }, template }),
    steps: [
      { body: { spec: { replicas: 7 }, status: { replicas: 1, observedGeneration: 1 } } },
      status({ conditions: [condition('Available')] }, STRATEGIC),
      status({ conditions: [condition('Progressing')] }, STRATEGIC),
      status({ conditions: [condition('Available', { status: 'False' })] }, STRATEGIC),
      status({ replicas: -1 }),
      status({ readyReplicas: 5 }),
      { to: '', body: { status: { replicas: 99 }, metadata: { labels: { a: 'b' } } } },
      { body: { metadata: { labels: { from: 'status' } } } },
    ],
  },
  {
    id: 'pod',
    name: 'a Pod’s status is written alone, its conditions merged by type; the main path does not touch it',
    collection: (c) => c.at('pods'),
    object: named(podSpec),
    steps: [
      status({ phase: 'Running', podIPs: [{ ip: '10.1.2.3' }], startTime: TIME }),
      status({ conditions: [{ type: 'Ready', status: 'True' }] }, STRATEGIC),
      status({ conditions: [{ type: 'Ready', status: 'False', reason: 'No' }] }, STRATEGIC),
      status({
        containerStatuses: [{ name: 'app', image: 'app:1', imageID: '', ready: true, restartCount: 1 }],
      }),
      { to: '', body: { status: { phase: 'Failed' } } },
      { body: { spec: { activeDeadlineSeconds: 5 } } },
      status({ phase: 'Dreaming' }),
      status({ podIP: 'nowhere', podIPs: [{ ip: 'nowhere' }] }),
      status({ nominatedNodeName: 'Not_Valid' }),
    ],
  },
  {
    id: 'node',
    name: 'a Node’s status is written alone: capacity, addresses merged by type, conditions by type',
    collection: () => '/api/v1/nodes',
    object: clusterNamed({}),
    steps: [
      status({ capacity: { cpu: '4', pods: '110' }, allocatable: { cpu: '3500m' } }),
      status({ conditions: [condition('Ready', { lastHeartbeatTime: TIME })] }, STRATEGIC),
      status({ conditions: [condition('Ready', { status: 'Unknown' })] }, STRATEGIC),
      status({ addresses: [{ type: 'InternalIP', address: '10.0.0.1' }] }, STRATEGIC),
      status({ addresses: [{ type: 'Hostname', address: 'h' }] }, STRATEGIC),
      { body: { spec: { unschedulable: true } } },
      { to: '', body: { status: { capacity: { cpu: '99' } } } },
      status({ capacity: { cpu: 'lots' } }),
    ],
  },
  {
    id: 'claim',
    name: 'a claim’s status is written alone',
    collection: (c) => c.at('persistentvolumeclaims'),
    object: named({ accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } }),
    steps: [
      status({ phase: 'Bound', capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'] }),
      status({ conditions: [condition('Resizing')] }, STRATEGIC),
      { body: { spec: { volumeName: 'v' } } },
      status({ capacity: { storage: '-1' } }),
    ],
  },
  {
    id: 'volume',
    name: 'a volume’s status is written alone',
    collection: () => '/api/v1/persistentvolumes',
    object: clusterNamed({
      capacity: { storage: '1Gi' },
      accessModes: ['ReadWriteOnce'],
      hostPath: { path: '/v' },
    }),
    steps: [status({ phase: 'Available' }), { to: '', body: { status: { phase: 'Bound' } } }],
  },
  {
    id: 'service',
    name: 'a Service’s balancer is written alone, if the Service has one',
    collection: (c) => c.at('services'),
    object: named({ type: 'LoadBalancer', allocateLoadBalancerNodePorts: false, ports: [{ port: 80 }] }),
    steps: [
      status({ loadBalancer: { ingress: [{ ip: '192.0.2.7' }, { hostname: 'lb.example' }] } }),
      status({ loadBalancer: { ingress: [{ ip: 'nowhere' }] } }),
      status({ conditions: [condition('example.com/Ready')] }),
      { body: { spec: { ports: [{ port: 81 }] } } },
    ],
  },
  {
    id: 'ingress',
    name: 'an Ingress’s balancer is written alone',
    collection: (c) => c.at('ingresses.networking.k8s.io/v1'),
    object: named({ defaultBackend: { service: { name: 's', port: { number: 80 } } } }),
    steps: [
      status({
        loadBalancer: { ingress: [{ hostname: 'lb.example', ports: [{ port: 80, protocol: 'TCP' }] }] },
      }),
      status({ loadBalancer: { ingress: [{ ip: 'nowhere' }] } }),
    ],
  },
  {
    id: 'job',
    name: 'a Job’s status must make sense',
    collection: (c) => c.at('jobs.batch/v1'),
    object: named({ template: { spec: { containers, restartPolicy: 'Never' } } }),
    steps: [
      status({ active: 1, startTime: TIME }),
      status({ failed: -1 }),
      status({ completionTime: TIME }),
      status({ conditions: [condition('Complete')], completionTime: TIME }),
      status({
        active: 0,
        succeeded: 1,
        completionTime: TIME,
        conditions: [condition('SuccessCriteriaMet'), condition('Complete')],
      }),
    ],
  },
  {
    id: 'budget',
    name: 'a disruption budget’s status is written alone',
    collection: (c) => c.at('poddisruptionbudgets.policy/v1'),
    object: named({ minAvailable: 1, selector: { matchLabels: labels } }),
    steps: [
      status({
        disruptionsAllowed: 1,
        currentHealthy: 2,
        desiredHealthy: 1,
        expectedPods: 2,
        observedGeneration: 1,
      }),
      status({ disruptionsAllowed: -1 }),
      { body: { spec: { minAvailable: 5 } } },
    ],
  },
  {
    id: 'autoscaler',
    name: 'an autoscaler’s status is written alone',
    collection: (c) => c.at('horizontalpodautoscalers.autoscaling/v2'),
    object: named({
      maxReplicas: 3,
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' },
    }),
    steps: [
      status({ currentReplicas: 1, desiredReplicas: 2, conditions: [condition('AbleToScale')] }),
      status({ desiredReplicas: -1 }),
    ],
  },
  {
    id: 'stateful-set',
    name: 'a StatefulSet’s status must make sense',
    collection: (c) => c.at('statefulsets.apps/v1'),
    object: named({ selector: { matchLabels: labels }, template, serviceName: 's' }),
    steps: [
      status({ replicas: 1, readyReplicas: 1, currentRevision: 'r' }),
      status({ replicas: 1, readyReplicas: 2 }),
      status({ collisionCount: -1 }),
    ],
  },
];

async function writeStatus(c: CaseContext, { collection, object, steps }: StatusRow): Promise<void> {
  const created = await c.setup<{ metadata: { name: string } }>({
    method: 'POST',
    path: collection(c),
    body: object(c),
  });
  const path = `${collection(c)}/${created.metadata.name}`;
  for (const { to = 'status', type = MERGE, body } of steps) {
    const target = to === '' ? path : `${path}/${to}`;
    await c.request({ method: 'PATCH', path: target, headers: { 'content-type': type }, body });
  }
  const current = await c.request<object>({ path: `${path}/status` });
  await c.request({ method: 'PUT', path: `${path}/status`, body: { ...current.body, spec: undefined } });
}

export const subresourceStatusCases = contractCases('subresources', [
  ...ROWS.map((row) => ({
    id: `status-${row.id}`,
    name: row.name,
    run: (c: CaseContext) => writeStatus(c, row),
  })),
  {
    id: 'status-paths',
    name: 'a status subresource can only be read and written, and of kinds that have one',
    run: async (c) => {
      const body = { metadata: { name: 'one' }, spec: podSpec };
      await c.setup({ method: 'POST', path: c.at('pods'), body });
      await c.request({ method: 'POST', path: c.at('pods', 'one', 'status'), body });
      await c.request({ method: 'DELETE', path: c.at('pods', 'one', 'status') });
      await c.request({ path: c.at('pods', 'missing', 'status') });
      await c.request({ path: c.at('configmaps', 'one', 'status') });
      await c.request({
        method: 'PUT',
        path: c.at('pods', 'one', 'status'),
        body: { ...body, metadata: { name: 'two' } },
      });
    },
  },
  {
    id: 'status-apply',
    name: 'applying to a status owns only its fields, under the name of the subresource',
    run: async (c) => {
      const path = c.at('deployments.apps/v1');
      const spec = { selector: { matchLabels: labels }, template };
      await c.setup({ method: 'POST', path, body: { metadata: { name: 'one' }, spec } });
      const body = { apiVersion: 'apps/v1', kind: 'Deployment', status: { conditions: [condition('Mine')] } };
      const headers = { 'content-type': 'application/apply-patch+yaml' };
      const query = { fieldManager: 'status-writer' };
      await c.request({
        method: 'PATCH',
        path: `${path}/one/status`,
        headers,
        query,
        body: JSON.stringify(body),
      });
    },
  },
  {
    id: 'signing-request',
    name: 'a signing request is approved or denied once, and gets its certificate by its status',
    run: async (c) => {
      const path = '/apis/certificates.k8s.io/v1/certificatesigningrequests';
      const metadata = { name: c.clusterName() };
      const spec = {
        signerName: 'example.com/signer',
        usages: ['client auth'],
        request: CERTIFICATE_REQUEST,
      };
      await c.setup({ method: 'POST', path, body: { metadata, spec } });
      const patch = (to: string, body: object) =>
        c.request({
          method: 'PATCH',
          path: `${path}/${metadata.name}/${to}`,
          headers: { 'content-type': STRATEGIC },
          body: { status: body },
        });
      await patch('status', { conditions: [condition('Approved')] });
      await patch('approval', { conditions: [condition('Approved', { lastUpdateTime: TIME })] });
      await patch('approval', { conditions: [condition('Denied')] });
      await patch('approval', { certificate: Buffer.from('x').toString('base64') });
      await patch('status', { certificate: Buffer.from('no certificate').toString('base64') });
      await c.request({ path: `${path}/${metadata.name}/approval` });
    },
  },
]);
