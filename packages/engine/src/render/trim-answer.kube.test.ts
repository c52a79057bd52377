import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '@banyan/api';
import { startCluster, type Cluster } from '@banyan/testing';
import { trimAnswer } from './trim-answer.ts';

function object(type: string, name: string, fields: Record<string, unknown> = {}): KubeObject {
  const [apiVersion = '', kind = ''] = type.split(' ');
  return { apiVersion, kind, metadata: { name, labels: { app: 'a' } }, ...fields };
}

const POD = { containers: [{ name: 'c', image: 'i:1' }], restartPolicy: 'Never' };
const RUNNING = { containers: [{ name: 'c', image: 'i:1' }] };
const TEMPLATE = { metadata: { labels: { app: 'a' } }, spec: RUNNING };
const SELECTOR = { matchLabels: { app: 'a' } };
const PORTS = [{ port: 80 }];

const SENT: readonly KubeObject[] = [
  object('v1 Service', 'cluster-ip', { spec: { ports: PORTS, selector: { app: 'a' } } }),
  object('v1 Service', 'node-port', {
    spec: {
      type: 'NodePort',
      ports: [
        { name: 'a', port: 80, nodePort: 30_080 },
        { name: 'b', port: 81 },
      ],
    },
  }),
  object('v1 Service', 'load-balancer', {
    spec: { type: 'LoadBalancer', externalTrafficPolicy: 'Local', ports: PORTS },
  }),
  object('v1 Service', 'headless', { spec: { clusterIP: 'None', ports: PORTS } }),
  object('v1 Service', 'external', { spec: { type: 'ExternalName', externalName: 'example.com' } }),
  object('batch/v1 Job', 'job', { spec: { template: { spec: POD } } }),
  object('batch/v1 Job', 'manual', {
    spec: {
      manualSelector: true,
      selector: SELECTOR,
      template: { metadata: { labels: { app: 'a' } }, spec: POD },
    },
  }),
  object('batch/v1 CronJob', 'cron', {
    spec: { schedule: '0 0 * * *', jobTemplate: { spec: { template: { spec: POD } } } },
  }),
  object('v1 Pod', 'pod', { spec: POD }),
  object('apps/v1 Deployment', 'deployment', { spec: { selector: SELECTOR, template: TEMPLATE } }),
  object('apps/v1 StatefulSet', 'stateful', {
    spec: { serviceName: 's', selector: SELECTOR, template: TEMPLATE },
  }),
  object('apps/v1 DaemonSet', 'daemon', { spec: { selector: SELECTOR, template: TEMPLATE } }),
  object('v1 PersistentVolumeClaim', 'claim', {
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  }),
  object('v1 ServiceAccount', 'account'),
  object('v1 ConfigMap', 'config', { data: { a: 'b' } }),
  object('networking.k8s.io/v1 Ingress', 'ingress', {
    spec: { defaultBackend: { service: { name: 's', port: { number: 80 } } } },
  }),
  object('autoscaling/v2 HorizontalPodAutoscaler', 'hpa', {
    spec: {
      maxReplicas: 3,
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'deployment' },
    },
  }),
  object('v1 Namespace', 'space'),
];

test('what a real API server answers to a dry run becomes a template that it takes, again and again', async (t) => {
  const cluster = await startCluster({ name: 'trim', controllers: true });
  t.after(() => cluster.stop());
  for (const sent of SENT) {
    const template = trimAnswer(await dryRun(cluster, sent), sent);
    assert.equal(template.metadata.uid, undefined);
    assert.doesNotMatch(JSON.stringify(template), /controller-uid|kube-api-access|clusterIPs":\["\d/);
    const again = trimAnswer(await dryRun(cluster, template), template);
    assert.deepEqual(again, template, `${sent.kind} ${sent.metadata.name}`);
    const { code, stderr } = await cluster.kubectl(['create', '-f', '-'], {
      stdin: JSON.stringify(template),
    });
    assert.equal(code, 0, stderr);
  }
});

async function dryRun(cluster: Cluster, object: KubeObject): Promise<KubeObject> {
  const args = ['create', '--dry-run=server', '-o', 'json', '-f', '-'];
  const { code, stdout, stderr } = await cluster.kubectl(args, { stdin: JSON.stringify(object) });
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout) as KubeObject;
}
