import type { CaseDefinition } from '../contract-case.ts';

const pod = (name: string, spec: object = {}, metadata: object = {}) => ({
  metadata: { name, ...metadata },
  spec: { automountServiceAccountToken: false, containers: [{ name: 'app', image: 'app:1' }], ...spec },
});
const container = (change: object) => ({ containers: [{ name: 'app', image: 'app:1', ...change }] });
const claim = (name: string, spec: object = {}) => ({
  metadata: { name },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
});
const MERGE = { 'content-type': 'application/merge-patch+json' };

/** Objects that are accepted with a warning, by what the warning is about: the path of the list and the object. */
const WARNED: Readonly<Record<string, readonly [string, object]>> = {
  'an environment variable twice': [
    'pods',
    pod('env', container({ env: ['1', '2'].map((value) => ({ name: 'A', value })) })),
  ],
  'a port twice': [
    'pods',
    pod('ports', container({ ports: [{ containerPort: 80 }, { containerPort: 80 }] })),
  ],
  'an old label of nodes': ['pods', pod('labels', { nodeSelector: { 'beta.kubernetes.io/os': 'linux' } })],
  'an old annotation': [
    'pods',
    pod('annotation', {}, { annotations: { 'seccomp.security.alpha.kubernetes.io/pod': 'runtime/default' } }),
  ],
  'a pull secret without a name': ['pods', pod('pull', { imagePullSecrets: [{ name: '' }] })],
  'a volume that git would fill': [
    'pods',
    pod('git', { volumes: [{ name: 'v', gitRepo: { repository: 'r' } }] }),
  ],
  'half a core asked for as a fraction': [
    'pods',
    pod('fraction', container({ resources: { requests: { memory: '0.5' } } })),
  ],
  'the class of an ingress in an annotation': [
    'ingresses.networking.k8s.io/v1',
    {
      metadata: { name: 'i', annotations: { 'kubernetes.io/ingress.class': 'nginx' } },
      spec: { defaultBackend: { service: { name: 's', port: { number: 80 } } } },
    },
  ],
  'the old annotation of storage classes': [
    'persistentvolumeclaims',
    {
      ...claim('c'),
      metadata: { name: 'c', annotations: { 'volume.beta.kubernetes.io/storage-class': 'x' } },
    },
  ],
  'Endpoints, which are old': ['endpoints', { metadata: { name: 'e' } }],
};

export const admissionCases: CaseDefinition[] = [
  {
    id: 'warnings',
    name: `an object is taken with a warning for: ${Object.keys(WARNED).join('; ')}`,
    run: async (c) => {
      for (const [note, [resource, body]] of Object.entries(WARNED))
        await c.request({ note, method: 'POST', path: c.at(resource), body });
    },
  },
  {
    id: 'pod-service-account',
    name: 'a pod gets its account’s pull secrets and token, unless pod or account say no',
    run: async (c) => {
      const accounts = {
        puller: { imagePullSecrets: [{ name: 'registry' }] },
        quiet: { automountServiceAccountToken: false },
      };
      for (const [name, parts] of Object.entries(accounts))
        await c.setup({
          method: 'POST',
          path: c.at('serviceaccounts'),
          body: { metadata: { name }, ...parts },
        });
      const path = c.at('pods');
      const { containers } = container({});
      await c.request({ method: 'POST', path, body: pod('pulls', { serviceAccountName: 'puller' }) });
      const quiet = { metadata: { name: 'quiet' }, spec: { containers, serviceAccountName: 'quiet' } };
      await c.request({ method: 'POST', path, body: quiet });
      const mounts = [{ name: 'mine', mountPath: '/var/run/secrets/kubernetes.io/serviceaccount' }];
      const own = [{ name: 'app', image: 'app:1', volumeMounts: mounts }];
      const mine = { containers: own, volumes: [{ name: 'mine', emptyDir: {} }] };
      await c.request({ method: 'POST', path, body: { metadata: { name: 'mine' }, spec: mine } });
    },
  },
  {
    id: 'pod-runtime-class',
    name: 'a runtime class adds its overhead and placement to a pod; one that is not there refuses it',
    run: async (c) => {
      const name = c.clusterName();
      const scheduling = { nodeSelector: { sandbox: 'yes' } };
      const overhead = { podFixed: { cpu: '250m' } };
      const path = '/apis/node.k8s.io/v1/runtimeclasses';
      await c.setup({
        method: 'POST',
        path,
        body: { metadata: { name }, handler: 'h', scheduling, overhead },
      });
      const create = { method: 'POST', path: c.at('pods') };
      const body = pod('one', { runtimeClassName: name });
      // The class is known a moment after it is stored.
      await c.eventually({ ...create, body, query: { dryRun: 'All' } }, ({ status }) => status === 201);
      await c.request({ ...create, body: pod('two', { runtimeClassName: 'no-such-class' }) });
      await c.request({
        ...create,
        body: pod('three', { runtimeClassName: name, nodeSelector: { sandbox: 'no' } }),
      });
      await c.request({ ...create, body: pod('four', { runtimeClassName: name, overhead: { cpu: '1' } }) });
    },
  },
  {
    id: 'pod-priority',
    name: 'a priority class gives a pod its number and its preemption',
    run: async (c) => {
      const name = c.clusterName();
      const path = '/apis/scheduling.k8s.io/v1/priorityclasses';
      await c.setup({
        method: 'POST',
        path,
        body: { metadata: { name }, value: 42, preemptionPolicy: 'Never' },
      });
      const create = { method: 'POST', path: c.at('pods'), query: { dryRun: 'All' } };
      const body = pod('one', { priorityClassName: name });
      await c.eventually({ ...create, body }, ({ status }) => status === 201);
      await c.request({ ...create, body: pod('two', { priorityClassName: name, priority: 42 }) });
      await c.request({ ...create, body: pod('three', { priorityClassName: name, priority: 43 }) });
    },
  },
  {
    id: 'claim-default-class',
    name: 'a claim without a class gets the default one; an empty class stays, and so does none when there is no default',
    alone: true,
    run: async (c) => {
      const path = '/apis/storage.k8s.io/v1/storageclasses';
      const name = c.clusterName();
      const annotations = { 'storageclass.kubernetes.io/is-default-class': 'true' };
      await c.setup({
        method: 'POST',
        path,
        body: { metadata: { name, annotations }, provisioner: 'p.example' },
      });
      const create = { method: 'POST', path: c.at('persistentvolumeclaims') };
      type Claim = { spec: { storageClassName?: string } };
      const isDefaulted = ({ body }: { body: Claim }) => body.spec.storageClassName === name;
      const undecided = { ...create, body: claim('one'), query: { dryRun: 'All' } };
      await c.eventually<Claim>(undecided, isDefaulted);
      await c.request({ ...create, body: claim('two', { storageClassName: '' }) });
      await c.setup({ method: 'DELETE', path: `${path}/${name}` });
      await c.eventually<Claim>(undecided, (response) => !isDefaulted(response));
    },
  },
  {
    id: 'ingress-default-class',
    name: 'an Ingress without a class gets the default one, and none when there is no default',
    alone: true,
    run: async (c) => {
      const name = c.clusterName();
      const annotations = { 'ingressclass.kubernetes.io/is-default-class': 'true' };
      const ingressClass = { metadata: { name, annotations }, spec: { controller: 'example.com/c' } };
      const path = '/apis/networking.k8s.io/v1/ingressclasses';
      await c.setup({ method: 'POST', path, body: ingressClass });
      const spec = { defaultBackend: { service: { name: 's', port: { number: 80 } } } };
      const create = {
        method: 'POST',
        path: c.at('ingresses.networking.k8s.io/v1'),
        query: { dryRun: 'All' },
        body: { metadata: { name: 'one' }, spec },
      };
      type Ingress = { spec: { ingressClassName?: string } };
      await c.eventually<Ingress>(create, ({ body }) => body.spec.ingressClassName === name);
      await c.setup({ method: 'DELETE', path: `${path}/${name}` });
      await c.eventually<Ingress>(create, ({ body }) => body.spec.ingressClassName === undefined);
    },
  },
  {
    id: 'claim-resize',
    name: 'a bound claim grows if its class allows it, and never shrinks',
    run: async (c) => {
      const name = c.clusterName();
      const path = '/apis/storage.k8s.io/v1/storageclasses';
      for (const allowVolumeExpansion of [true, false]) {
        const metadata = { name: `${name}-${allowVolumeExpansion}` };
        await c.setup({
          method: 'POST',
          path,
          body: { metadata, provisioner: 'p.example', allowVolumeExpansion },
        });
      }
      const resize = async (which: boolean, storage: string) => {
        const target = c.at('persistentvolumeclaims', `c-${which}`);
        const body = { spec: { resources: { requests: { storage } } } };
        await c.request({ method: 'PATCH', path: target, headers: MERGE, body });
      };
      for (const which of [true, false]) {
        const body = claim(`c-${which}`, { storageClassName: `${name}-${which}`, volumeName: 'v' });
        await c.setup({ method: 'POST', path: c.at('persistentvolumeclaims'), body });
        const status = { phase: 'Bound', capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'] };
        const target = c.at('persistentvolumeclaims', `c-${which}`, 'status');
        await c.setup({ method: 'PATCH', path: target, headers: MERGE, body: { status } });
      }
      // The class is known a moment after it is stored.
      const probe = { spec: { resources: { requests: { storage: '2Gi' } } } };
      const allowed = c.at('persistentvolumeclaims', 'c-true');
      const dryRun = {
        method: 'PATCH',
        path: allowed,
        headers: MERGE,
        body: probe,
        query: { dryRun: 'All' },
      };
      await c.until(dryRun, ({ status }) => status === 200);
      await resize(true, '2Gi');
      await resize(true, '1Gi');
      await resize(true, '512Mi');
      await resize(false, '2Gi');
    },
  },
  {
    id: 'namespace-missing',
    name: 'nothing is created in a namespace that is not there',
    run: async (c) => {
      const path = `/api/v1/namespaces/${c.clusterName('missing')}/configmaps`;
      const body = { metadata: { name: 'a' } };
      await c.request({ method: 'POST', path, body });
      await c.request({ method: 'POST', path, body, query: { dryRun: 'All' } });
      await c.request({ path });
      await c.request({ method: 'DELETE', path });
      for (const name of ['default', 'kube-system'])
        await c.request({ method: 'DELETE', path: `/api/v1/namespaces/${name}` });
    },
  },
  {
    id: 'event-versions',
    name: 'an Event of one group is read as an Event of the other',
    run: async (c) => {
      const involvedObject = { kind: 'Pod', namespace: c.namespace, name: 'p' };
      const metadata = { name: 'old', namespace: c.namespace };
      const old = { metadata, involvedObject, reason: 'R', message: 'm', count: 2, type: 'Normal' };
      await c.setup({ method: 'POST', path: c.at('events'), body: old });
      await c.request({ path: c.at('events.events.k8s.io/v1', 'old') });
      const fresh = {
        metadata: { name: 'new', namespace: c.namespace },
        eventTime: '2026-01-01T00:00:00.000000Z',
        reportingController: 'example.com/test',
        reportingInstance: 'test-1',
        action: 'Testing',
        reason: 'Because',
        type: 'Normal',
        regarding: involvedObject,
        note: 'a note',
      };
      await c.setup({ method: 'POST', path: c.at('events.events.k8s.io/v1'), body: fresh });
      await c.request({ path: c.at('events', 'new') });
    },
  },
  {
    id: 'autoscaler-versions',
    name: 'an autoscaler of v2 is read as one of v1, what v1 has not in annotations, and back',
    run: async (c) => {
      const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' };
      const target = (averageUtilization: number) => ({ type: 'Utilization', averageUtilization });
      const metrics = ['cpu', 'memory'].map((name) => ({
        type: 'Resource',
        resource: { name, target: target(50) },
      }));
      const spec = { scaleTargetRef, maxReplicas: 5, metrics };
      const v2 = c.at('horizontalpodautoscalers.autoscaling/v2');
      const v1 = c.at('horizontalpodautoscalers.autoscaling/v1');
      await c.setup({ method: 'POST', path: v2, body: { metadata: { name: 'new' }, spec } });
      await c.request({ path: `${v1}/new` });
      const old = { scaleTargetRef, maxReplicas: 5, targetCPUUtilizationPercentage: 60 };
      await c.request({ method: 'POST', path: v1, body: { metadata: { name: 'old' }, spec: old } });
      await c.request({ path: `${v2}/old` });
    },
  },
  {
    id: 'quota-updates',
    name: 'an update that takes more of a quota is held to it, and counted; one that takes no more is not',
    run: async (c) => {
      const hard = { 'services.nodeports': '2', 'requests.storage': '3Gi', 'requests.cpu': '1' };
      const used = { 'services.nodeports': '0', 'requests.storage': '0', 'requests.cpu': '0' };
      const quota = { metadata: { name: 'q' }, spec: { hard } };
      const made = await c.setup<object>({ method: 'POST', path: c.at('resourcequotas'), body: quota });
      const status = { hard, used };
      await c.setup({
        method: 'PUT',
        path: c.at('resourcequotas', 'q', 'status'),
        body: { ...made, status },
      });
      const service = (name: string) => ({ metadata: { name }, spec: { ports: [{ port: 80 }] } });
      const create = { method: 'POST', path: c.at('services') };
      const isKnown = ({ status: code }: { status: number }) => code === 403;
      const ports = [1, 2, 3].map((port) => ({ name: `p${port}`, port }));
      const tooMany = { metadata: { name: 'probe' }, spec: { type: 'NodePort', ports } };
      await c.until({ ...create, body: tooMany, query: { dryRun: 'All' } }, isKnown);
      await c.setup({ ...create, body: service('s') });
      const patch = (note: string, path: string, body: object) =>
        c.request({ note, method: 'PATCH', path, headers: MERGE, body });
      const one = c.at('services', 's');
      await patch('more than there is', one, { spec: { type: 'NodePort', ports } });
      await patch('as much as there is', one, { spec: { type: 'NodePort', ports: ports.slice(0, 2) } });
      await c.eventually({ path: c.at('resourcequotas', 'q') }, () => true);
      await patch('another port', one, { spec: { ports } });
      await patch('no more than before', one, { metadata: { labels: { a: 'b' } } });
      await patch('less', one, { spec: { type: 'ClusterIP', ports: ports.slice(0, 1) } });
      await c.request({
        note: 'what is given back is for a controller to count',
        path: c.at('resourcequotas', 'q'),
      });
    },
  },
];
