import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import type { KubeObject } from '@banyan/api';
import { MANIFESTS, RESERVED_NAMESPACE, type Manifest } from '@banyan/api/clusternet';
import { findTool, KubeClient, loadConnection, staticCredentials } from '@banyan/kube';
import { kubeProgram, startCluster, type Cluster } from '@banyan/testing';
import { gatewayRole } from '../manifests/gateway-roles.ts';
import { templateRoles } from '../manifests/templates-manifests.ts';
import { applyObjects, startTestGateway } from '../test-gateway.ts';
import { accountToken, grant, NAMESPACES } from '../test-objects.ts';
import {
  ask,
  askUntil,
  define,
  defineHubKinds,
  deployment,
  NATIVE,
  SHADOW,
  widgets,
} from './test-templates.ts';

const DEADLINE_MS = 300_000;

describe('templates behind a real kube-apiserver', () => {
  let cluster: Cluster;
  let client: KubeClient;
  let hubClient: KubeClient;
  const ends: (() => Promise<void>)[] = [];

  before(async () => {
    cluster = await startCluster({ controllers: true });
    client = new KubeClient(await loadConnection({ path: cluster.kubeconfig, env: {} }));
    await defineHubKinds(client);
    for (const name of ['clusternet-system', 'shop']) await createNamespace(name);
    // The gateway goes by its own account, which has what the manifests give it.
    const token = await accountToken(client, 'clusternet-system', 'banyan-hub');
    await applyObjects(client, gatewayRole('clusternet-system', 'banyan-hub'));
    await applyObjects(client, templateRoles('clusternet-system', 'banyan-hub'));
    const { ca } = cluster.anonymous();
    const credentials = staticCredentials({ token });
    hubClient = new KubeClient({ name: 'hub', server: cluster.server, ca, credentials });
    const context = { after: (end: () => Promise<void>) => ends.push(end) };
    await startTestGateway(context, hubClient, { registrar: client, templates: true });
    await askUntil(client, `${SHADOW}/deployments`, ({ status }) => status === 200);
  });

  after(async () => {
    for (const end of ends.toReversed()) await end();
    await hubClient?.close();
    await client?.close();
    await cluster?.stop();
  });

  async function createNamespace(name: string): Promise<void> {
    await client.create(NAMESPACES, { apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  }

  const native = () => [`--kubeconfig=${cluster.kubeconfig}`, `--server=${cluster.server}${NATIVE}`];

  async function run(args: readonly string[], stdin = ''): Promise<string> {
    const { code, stdout, stderr } = await cluster.kubectl(args, { stdin });
    assert.equal(code, 0, `kubectl ${args.join(' ')}: ${stderr}`);
    return stdout;
  }

  const kubectl = (args: string, stdin = '') => run([...native(), ...args.split(' ')], stdin);

  async function templateKept(name: string): Promise<KubeObject & { spec: Record<string, unknown> }> {
    const { template } = await client.get<Manifest>(MANIFESTS, { namespace: RESERVED_NAMESPACE, name });
    return template as KubeObject & { spec: Record<string, unknown> };
  }

  it('stock kubectl works on templates: apply, get, scale, label, set image, describe, explain, delete', async () => {
    const web = JSON.stringify(deployment('web'));
    assert.match(await kubectl('apply -f -', web), /deployment.apps\/web created/);
    assert.match(await kubectl('apply -f -', web), /deployment.apps\/web unchanged/);
    const next = JSON.stringify(deployment('web', { image: 'web:2' }));
    assert.match(await kubectl('apply -f -', next), /configured/);
    assert.match(await kubectl('apply --server-side --force-conflicts -f -', next), /serverside-applied/);
    assert.match(await kubectl('get deploy -n shop'), /^NAME +READY +UP-TO-DATE.*\nweb +0\/1/);
    await kubectl('scale deployment web -n shop --replicas=3');
    await kubectl('label deployment web -n shop size=big');
    await kubectl('annotate deployment web -n shop note=yes');
    await kubectl('set image deployment/web main=web:3 -n shop');
    assert.match(await kubectl('describe deployment web -n shop'), /Image: +web:3/);
    const kept = await templateKept('deployments.shop.web');
    assert.equal(kept.spec['replicas'], 3);
    assert.equal(kept.metadata.labels?.['size'], 'big');
    assert.match(await kubectl('explain deployment.spec.replicas'), /replicas <integer>/);
    assert.match(await kubectl('api-resources'), /^deployments +deploy +apps\/v1 +true +Deployment$/m);
    assert.match(await kubectl('delete deployment web -n shop'), /deleted/);
    const { stderr } = await cluster.kubectl([...native(), 'get', 'deployment', 'web', '-n', 'shop']);
    assert.match(stderr, /not found/);
    const hub = await run(['get', 'deployments', '-n', 'shop']);
    assert.equal(hub, '', 'nothing ever ran in the hub');
  });

  it('the shadow group works with stock kubectl by its own names', async () => {
    await run(
      ['create', '--raw', `${SHADOW}/namespaces/shop/deployments`, '-f', '-'],
      JSON.stringify(deployment('api')),
    );
    assert.match(await run(['get', 'deployments.shadow', '-n', 'shop']), /^NAME +READY.*\napi +0\/1/);
    await run(['scale', 'deployments.shadow', 'api', '-n', 'shop', '--replicas=2']);
    assert.equal((await templateKept('deployments.shop.api')).spec['replicas'], 2);
    const { stderr } = await cluster.kubectl(['get', 'deploy', '-n', 'shop']);
    assert.doesNotMatch(stderr, /Warning|ambiguous/);
    await run(['delete', 'deployments.shadow', 'api', '-n', 'shop']);
  });

  it('watches', async () => {
    const args = [...native(), 'get', 'configmaps', '-n', 'shop', '--watch', '--output-watch-events'];
    const env = { PATH: process.env['PATH'], HOME: cluster.dir, KUBECONFIG: cluster.kubeconfig };
    const child = spawn(kubeProgram('kubectl'), args, { env, timeout: DEADLINE_MS });
    await kubectl('create configmap one -n shop --from-literal=a=b');
    const seen: string[] = [];
    for await (const line of createInterface(child.stdout)) {
      seen.push(line.split(/ +/).slice(0, 2).join(' '));
      if (seen.length === 2) await kubectl('delete configmap one -n shop --wait=false');
      if (seen.length === 3) break;
    }
    child.kill('SIGKILL');
    await once(child, 'close');
    assert.deepEqual(seen, ['EVENT NAME', 'ADDED one', 'DELETED one']);
  });

  it('a node port that its author chose stays, also one that is taken in the hub', async () => {
    const ports = [{ port: 80, nodePort: 30_080 }];
    const taken = {
      ...object('v1 Service', { spec: { type: 'NodePort', ports } }),
      metadata: { name: 'taken' },
    };
    await run(['create', '-f', '-'], JSON.stringify(taken));
    await kubectl('apply -f -', JSON.stringify(object('v1 Service', { spec: { type: 'NodePort', ports } })));
    const kept = (await templateKept('services.shop.web')).spec['ports'] as { nodePort?: number }[];
    assert.equal(kept[0]?.nodePort, 30_080);
    await kubectl('delete service web -n shop');
  });

  const KINDS: readonly (readonly [string, KubeObject])[] = [
    [
      'services.shop.web',
      object('v1 Service', { spec: { ports: [{ port: 80 }], selector: { app: 'web' } } }),
    ],
    ['jobs.shop.web', object('batch/v1 Job', { spec: { template: podTemplate() } })],
    [
      'cronjobs.shop.web',
      object('batch/v1 CronJob', {
        spec: { schedule: '0 0 * * *', jobTemplate: { spec: { template: podTemplate() } } },
      }),
    ],
    ['pods.shop.web', object('v1 Pod', { spec: { ...podTemplate().spec, serviceAccountName: 'runner' } })],
    ['secrets.shop.web', object('v1 Secret', { data: { a: 'Yg==' } })],
    [
      'horizontalpodautoscalers.shop.web',
      object('autoscaling/v1 HorizontalPodAutoscaler', {
        spec: {
          maxReplicas: 3,
          targetCPUUtilizationPercentage: 50,
          scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
        },
      }),
    ],
  ];

  function object(type: string, fields: Record<string, unknown>): KubeObject {
    const [apiVersion = '', kind = ''] = type.split(' ');
    return { apiVersion, kind, metadata: { name: 'web', namespace: 'shop' }, ...fields };
  }

  function podTemplate() {
    return { spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'web:1' }] } };
  }

  for (const [name, sent] of KINDS)
    it(`${sent.apiVersion} ${sent.kind} is kept without what is true in the hub only`, async () => {
      const text = JSON.stringify(sent);
      await kubectl('apply -f -', text);
      assert.match(await kubectl('apply -f -', text), /unchanged/);
      const kept = await templateKept(name);
      assert.doesNotMatch(
        JSON.stringify(kept),
        /"uid"|clusterIP"|controller-uid|kube-api-access|creationTimestamp":"/,
      );
      if (sent.kind === 'Pod') assert.equal(kept.spec['serviceAccountName'], 'runner');
      if (sent.apiVersion === 'autoscaling/v1') assert.equal(kept.apiVersion, 'autoscaling/v2');
      await kubectl('delete -f -', text);
    });

  it('the hub’s own admission is asked', async () => {
    const admission = 'admissionregistration.k8s.io';
    const policy = {
      apiVersion: `${admission}/v1`,
      kind: 'ValidatingAdmissionPolicy',
      metadata: { name: 'no-latest' },
      spec: {
        matchConstraints: {
          resourceRules: [
            { apiGroups: ['apps'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['deployments'] },
          ],
        },
        validations: [{ expression: "object.metadata.name != 'forbidden'", message: 'not that one' }],
      },
    };
    const binding = {
      apiVersion: `${admission}/v1`,
      kind: 'ValidatingAdmissionPolicyBinding',
      metadata: { name: 'no-latest' },
      spec: { policyName: 'no-latest', validationActions: ['Deny'] },
    };
    await run(
      ['create', '-f', '-'],
      JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [policy, binding] }),
    );
    const sent = JSON.stringify(deployment('forbidden'));
    await cluster.until('the policy counts', async () => {
      const { code, stderr } = await cluster.kubectl([...native(), 'create', '--dry-run=server', '-f', '-'], {
        stdin: sent,
      });
      return code !== 0 && stderr.includes('not that one');
    });
    const { stderr } = await cluster.kubectl([...native(), 'apply', '-f', '-'], { stdin: sent });
    assert.match(stderr, /not that one/);
  });

  it('custom kinds are there by name in both doors', async () => {
    await define(client, widgets('example.com'));
    await askUntil(client, `${SHADOW}/widgets`, ({ status }) => status === 200);
    const widget = {
      apiVersion: 'example.com/v1',
      kind: 'Widget',
      metadata: { name: 'w', namespace: 'shop' },
    };
    await kubectl('apply -f -', JSON.stringify({ ...widget, spec: { size: 'big' } }));
    assert.match(await kubectl('get wd -n shop'), /^NAME +SIZE\nw +big/);
    await cluster.until('the hub’s discovery names it', async () => {
      const { code, stdout } = await cluster.kubectl([
        'get',
        'widgets.shadow',
        '-n',
        'shop',
        '--cache-dir=/nonexistent',
      ]);
      return code === 0 && stdout.includes('w      big');
    });
    await kubectl('scale widget w -n shop --replicas=4');
    assert.equal((await templateKept('widgets.shop.w')).spec['replicas'], 4);
    await kubectl('delete widget w -n shop');
  });

  it('a namespace of the hub ends although there are templates for one of that name', async () => {
    await createNamespace('passing');
    await kubectl('create configmap stays -n passing --from-literal=a=b');
    await run(['delete', 'namespace', 'passing', '--timeout=60s']);
    assert.match(await kubectl('get configmap stays -n passing'), /stays/);
    await kubectl('delete configmap stays -n passing');
  });

  it('a user with rights in the shadow group alone may use the native door', async () => {
    await grant(client, 'jane', 'jane', [{ apiGroups: ['shadow'], resources: ['configmaps'], verbs: ['*'] }]);
    const kubeconfig = await cluster.writeKubeconfig('jane');
    const jane = [`--kubeconfig=${kubeconfig}`, `--server=${cluster.server}${NATIVE}`];
    await run([...jane, 'create', 'configmap', 'hers', '-n', 'shop']);
    const { stderr } = await cluster.kubectl([...jane, 'get', 'secrets', '-n', 'shop']);
    assert.match(stderr, /Forbidden.*secrets in API group "shadow"/s);
  });

  it('one file holds templates and the hub’s own kinds, written as whoever asks', async () => {
    const feed = { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'mall', name: 'web' };
    const items = [
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'mall' } },
      { ...deployment('web'), metadata: { name: 'web', namespace: 'mall' } },
      {
        apiVersion: 'apps.clusternet.io/v1alpha1',
        kind: 'Subscription',
        metadata: { name: 'web', namespace: 'mall' },
        spec: { subscribers: [{ clusterAffinity: {} }], feeds: [feed] },
      },
    ];
    const text = JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
    const applied = await cluster.kubectl([...native(), 'apply', '-f', '-'], { stdin: text });
    assert.equal(applied.code, 0, applied.stderr);
    assert.match(applied.stdout, /subscription.apps.clusternet.io\/web created/);
    assert.match(applied.stderr, /^Warning: namespace "mall" is made in the hub, too/);
    assert.equal((await kubectl('apply -f -', text)).match(/unchanged/g)?.length, 3);
    assert.equal(await run(['get', 'deployments', '-n', 'mall', '-o', 'name']), '');
    assert.match(await run(['get', 'subscriptions', '-n', 'mall']), /^web /m);
    assert.match(await kubectl('get sub,deploy -n mall'), /^subscription\S+web [^]*^deployment.apps\/web /m);
    assert.match(await kubectl('explain subscription.spec.feeds'), /KIND: +Subscription/);
    await grant(client, 'mall-reader', 'group:mall-readers', [
      { apiGroups: ['apps.clusternet.io'], resources: ['subscriptions'], verbs: ['get', 'list'] },
    ]);
    const as = [...native(), '--as=reader', '--as-group=mall-readers', '--as-group=system:authenticated'];
    assert.match(await run([...as, 'get', 'sub', '-n', 'mall']), /^web /m);
    const refused = await cluster.kubectl([...as, 'delete', 'sub', 'web', '-n', 'mall']);
    assert.match(refused.stderr, /User "reader" cannot delete resource "subscriptions"/);
    const token = await accountToken(client, 'mall', 'reader');
    await grant(client, 'mall-account', 'account:mall/reader', [
      { apiGroups: ['apps.clusternet.io'], resources: ['subscriptions'], verbs: ['list'] },
    ]);
    const { ca } = cluster.anonymous();
    const account = new KubeClient({
      name: 'account',
      server: cluster.server,
      ca,
      credentials: staticCredentials({ token }),
    });
    ends.push(() => account.close());
    const subscriptions = `${NATIVE}/apis/apps.clusternet.io/v1alpha1/namespaces/mall/subscriptions`;
    const seen = await ask(account, 'GET', subscriptions);
    assert.equal(seen.status, 200, JSON.stringify(seen.body));
    assert.equal((await kubectl('delete -f -', text)).match(/ deleted/g)?.length, 3);
  });

  it('helm installs, upgrades, rolls back and uninstalls a chart of templates', async () => {
    const helm = await findTool('helm', { path: '' });
    const chart = join(cluster.dir, 'chart');
    await mkdir(join(chart, 'templates'), { recursive: true });
    await writeFile(join(chart, 'Chart.yaml'), 'apiVersion: v2\nname: app\nversion: 0.1.0\n');
    await writeFile(join(chart, 'values.yaml'), 'replicas: 1\n');
    const text = JSON.stringify(deployment('chart', { replicas: 1 }));
    await writeFile(
      join(chart, 'templates', 'web.yaml'),
      text.replace('"replicas":1', '"replicas":{{ .Values.replicas }}'),
    );
    const env = { HOME: cluster.dir, KUBECONFIG: cluster.kubeconfig, HELM_NAMESPACE: 'shop' };
    const doHelm = (...args: string[]) =>
      promisify(execFile)(helm, [`--kube-apiserver=${cluster.server}${NATIVE}`, ...args], {
        env,
        timeout: DEADLINE_MS,
      });
    const replicas = async () => (await templateKept('deployments.shop.chart')).spec['replicas'];
    await doHelm('install', 'app', chart);
    assert.equal(await replicas(), 1);
    await doHelm('upgrade', 'app', chart, '--set', 'replicas=4');
    assert.equal(await replicas(), 4);
    await doHelm('rollback', 'app', '1');
    assert.equal(await replicas(), 1);
    await doHelm('uninstall', 'app');
    await assert.rejects(templateKept('deployments.shop.chart'), /not found/);
  });
});
