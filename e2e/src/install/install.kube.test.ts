import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { eventually, freePort, startCluster, type Cluster } from '@banyan/testing';
import { GuideShell } from './guide-shell.ts';
import { reachOnLoopback } from './loopback-service.ts';
import { PodProcess } from './pod-process.ts';

const NAMESPACE = 'clusternet-system';
const REGISTRATION_TOKEN = String.raw`kubectl get secret -n clusternet-system -o=jsonpath='{.items[?(@.metadata.annotations.kubernetes\.io/service-account\.name=="cluster-bootstrap-use")].data.token}' | base64 --decode`;

/** Without our label: what Clusternet's own agent asks with. */
const OLD_REQUEST = {
  apiVersion: 'clusters.clusternet.io/v1beta1',
  kind: 'ClusterRegistrationRequest',
  metadata: { name: 'clusternet-0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0' },
  spec: { clusterId: '0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0', clusterName: 'old', syncMode: 'Dual' },
};

const TEMPLATES = {
  apiVersion: 'v1',
  kind: 'List',
  items: [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } },
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web', namespace: 'shop' },
      spec: {
        replicas: 2,
        selector: { matchLabels: { app: 'web' } },
        template: {
          metadata: { labels: { app: 'web' } },
          spec: { containers: [{ name: 'web', image: 'nginx' }] },
        },
      },
    },
  ],
};

const SUBSCRIPTION = {
  apiVersion: 'apps.clusternet.io/v1alpha1',
  kind: 'Subscription',
  metadata: { name: 'app', namespace: 'default' },
  spec: {
    subscribers: [{ clusterAffinity: {} }],
    feeds: [
      { apiVersion: 'v1', kind: 'Namespace', name: 'shop' },
      { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', namespace: 'shop' },
    ],
  },
};

// The commands of the install guide, as they stand there. Processes stand in for the pods' containers.
describe('the install steps of the guide', { timeout: 600_000 }, () => {
  let parent: Cluster;
  let child: Cluster;
  let onParent: GuideShell;
  let onChild: GuideShell;
  let hub: PodProcess;
  let agent: PodProcess;
  let hubPort = 0;
  /** kubectl gets from the child, through the hub, what is only there. */
  let seesChild: () => Promise<boolean>;
  const tokens: string[] = [];

  before(async () => {
    parent = await startCluster({ name: 'parent', controllers: true });
    child = await startCluster({ name: 'child', controllers: true, etcd: parent.etcd });
    onParent = await GuideShell.open(parent);
    onChild = await GuideShell.open(child);
  });
  after(async () => {
    await child?.stop();
    await parent?.stop();
  });

  async function startHub(replica: number, securePort: number): Promise<PodProcess> {
    const flags = { '--secure-port': securePort, '--bind-address': '127.0.0.1' };
    const deployment = 'clusternet-hub';
    return PodProcess.start({ cluster: parent, namespace: NAMESPACE, deployment, flags, replica });
  }

  async function startAgent(flags: Record<string, string> = {}): Promise<void> {
    const deployment = 'clusternet-agent';
    agent = await PodProcess.start({ cluster: child, namespace: NAMESPACE, deployment, flags });
  }

  async function replicasInChild(): Promise<string> {
    const { stdout } = await onChild.try(`kubectl get deployment web -n shop -o=jsonpath='{.spec.replicas}'`);
    return stdout;
  }

  async function isMember(): Promise<boolean> {
    const ready = `{.items[*].status.conditions[?(@.type=="Ready")].status}`;
    return (await onParent.run(`kubectl get mcls -A -o=jsonpath='${ready}'`)) === 'True';
  }

  async function memberName(): Promise<string> {
    return (await onParent.run(`kubectl get mcls -A -o=jsonpath='{.items[0].metadata.name}'`)).trim();
  }

  test('kubectl apply -f deploy/hub is taken, again too, in any order of its files', async () => {
    await onParent.run('kubectl apply -f deploy/hub');
    await eventually('the pods of the hub were let in', async () => {
      const pods = await onParent.run(`kubectl get pods -n ${NAMESPACE} -l app=clusternet-hub -o name`);
      return pods.trim().split('\n').length === 3;
    });
    const before = await versions();
    assert.ok(before.size > 20);
    await onParent.run('for file in $(ls -r deploy/hub/*.yaml); do kubectl apply -f $file; done');
    assert.deepEqual(await versions(), before);
  });

  test('and starts a hub', async () => {
    hubPort = await freePort();
    hub = await startHub(1, hubPort);
    await reachOnLoopback(parent, hubPort);
    await onParent.run(
      'kubectl wait --for=condition=Available --timeout=120s apiservice/v1alpha1.proxies.clusternet.io',
    );
    await eventually('the hub is ready', () => hub.isReady());
  });

  test('whose CA stays when the manifests are applied once more', async () => {
    const apply = 'kubectl apply -f deploy/hub/30-workload.yaml --dry-run=server';
    const caBundle = `-o=jsonpath='{.items[?(@.kind=="APIService")].spec.caBundle}'`;
    assert.notEqual(await onParent.run(`${apply} ${caBundle}`), '');
  });

  async function memberNamespaces(): Promise<string> {
    return (await onParent.run('kubectl get ns -l clusters.clusternet.io/cluster-id -o name')).trim();
  }

  /** Of what deploy/hub created. The API server itself writes into APIServices. */
  async function versions(): Promise<Map<string, string | number | undefined>> {
    const { items } = JSON.parse(await onParent.run('kubectl get -f deploy/hub -o json')) as {
      items: Applied[];
    };
    return new Map(
      items
        .filter(({ kind }) => kind !== 'APIService')
        .map(({ kind, metadata: { name, generation, resourceVersion } }) => [
          `${kind} ${name}`,
          generation ?? resourceVersion,
        ]),
    );
  }

  test('a cluster registers with the token of a service account', async () => {
    await onParent.run('kubectl apply -f manifests/samples/cluster_serviceaccount_token.yaml');
    await eventually(
      'Kubernetes filled in the token',
      async () => (await onParent.run(REGISTRATION_TOKEN)) !== '',
    );
    const token = await onParent.run(REGISTRATION_TOKEN);
    tokens.push(token);
    await onChild.run('kubectl create ns clusternet-system');
    await onChild.run(
      `PARENTURL=${parent.server} REGTOKEN=${token} envsubst < ./deploy/templates/clusternet_agent_secret.yaml | kubectl apply -f -`,
    );
    await onChild.run('kubectl apply -f deploy/agent');
    await startAgent();
    await eventually('the member is Ready', isMember);
    assert.match(await onParent.run('kubectl get clsrr'), /Approved/);
  });

  test('kubectl reaches it through the hub', async () => {
    const name = await memberName();
    const file = `${parent.dir}/through.kubeconfig`;
    await onParent.run(`banyan kubeconfig ${name} -o ${file}`);
    await child.json('POST', '/api/v1/namespaces', { metadata: { name: 'only-in-the-child' } });
    seesChild = async () => {
      const { stdout } = await onParent.try(`kubectl --kubeconfig ${file} get ns only-in-the-child -o name`);
      return stdout.trim() === 'namespace/only-in-the-child';
    };
    await eventually('the tunnel is up', seesChild);
  });

  test('a user reaches it with his own name, as far as both clusters let him', async () => {
    const anna = await parent.writeKubeconfig('anna');
    const file = `${parent.dir}/anna-through.kubeconfig`;
    const get = `kubectl --kubeconfig ${file} get pods -n default`;
    const bind = 'kubectl create clusterrolebinding anna --user=anna --clusterrole';
    await onParent.run(`${bind}=banyan:member-user`);
    await eventually('the hub lets her see the members', async () => {
      const command = `banyan kubeconfig ${await memberName()} --kubeconfig ${anna} -o ${file}`;
      return (await onParent.try(command)).code === 0;
    });
    const refusedBy = (words: RegExp) => async () => words.test((await onParent.try(get)).stderr);
    await eventually('the member refuses', refusedBy(/User "anna" cannot list resource "pods"/));
    await onChild.run(`${bind}=view`);
    await eventually('the member lets her', async () => (await onParent.try(get)).code === 0);
    await onParent.run('kubectl delete clusterrolebinding anna');
    await eventually('the hub refuses', refusedBy(/User "anna" cannot get resource "sockets\/proxy"/));
  });

  test('also through a replica of the hub that its agent is not connected to', async () => {
    const otherPort = await freePort();
    const other = await startHub(2, otherPort);
    await eventually('it is ready', () => other.isReady());
    await reachOnLoopback(parent, otherPort);
    const served = /"verb":"get".*"name":"only-in-the-child","status":200/;
    await eventually(
      'the replicas found each other',
      async () => (await seesChild()) && served.test(await other.log()),
    );
    await reachOnLoopback(parent, hubPort);
    await eventually('the first is asked again', async () => {
      const before = (await hub.log()).length;
      return (await seesChild()) && served.test((await hub.log()).slice(before));
    });
    await other.stop();
  });

  test('what a Subscription names is in the member, pushed by the hub or pulled by the agent, and leaves it again', async () => {
    const templates = `${parent.dir}/templates.kubeconfig`;
    await onParent.run(`banyan kubeconfig --templates -o ${templates}`);
    const apply = (file: string, object: object) =>
      onParent.run(`kubectl --kubeconfig ${file} apply -f - <<'END'\n${JSON.stringify(object)}\nEND`);
    await apply(templates, TEMPLATES);
    await apply(parent.kubeconfig, SUBSCRIPTION);
    await eventually('the hub has pushed it', async () => (await replicasInChild()) === '2');
    await agent.stop();
    await startAgent({ '--cluster-sync-mode': 'Pull' });
    const mode = `kubectl get mcls -A -o=jsonpath='{.items[0].spec.syncMode}'`;
    await eventually('the member is in another mode', async () => (await onParent.run(mode)) === 'Pull');
    await onParent.run(`kubectl --kubeconfig ${templates} scale deployment web -n shop --replicas=3`);
    await eventually('the agent has pulled it', async () => (await replicasInChild()) === '3');
    await onParent.run('kubectl delete subscription app');
    await eventually('it is gone', async () => (await onChild.try('kubectl get ns shop')).code !== 0);
    await onParent.run(`kubectl --kubeconfig ${templates} delete deployment/web -n shop`);
    await onParent.run(`kubectl --kubeconfig ${templates} delete namespace/shop`);
    await eventually('nothing is left of it', async () => {
      const left = await onParent.run('kubectl get subs,bases,descriptions,manifests -A -o name');
      return left.trim() === '';
    });
  });

  test('its agent is removed, and it leaves', async () => {
    await agent.stop();
    await onChild.run('kubectl delete -f deploy/agent');
    await onParent.run(`banyan unjoin ${await memberName()} --forget`);
    assert.equal((await onParent.run('kubectl get mcls,clsrr -A -o name')).trim(), '');
    await eventually('its namespace is gone', async () => (await memberNamespaces()) === '');
  });

  test('a cluster joins by its kubeconfig, and leaves', async () => {
    await onParent.run(`banyan join solo --kubeconfig ${child.kubeconfig}`);
    await eventually('the member is Ready', isMember);
    await onParent.run('banyan unjoin solo');
    await eventually('its namespace is gone', async () => (await memberNamespaces()) === '');
  });

  test('an unmodified Clusternet agent gets a plain token, for its own namespace', async () => {
    await onParent.run(`kubectl create -f - <<'END'\n${JSON.stringify(OLD_REQUEST)}\nEND`);
    const request = `kubectl get clsrr ${OLD_REQUEST.metadata.name}`;
    const status = (field: string) => onParent.run(`${request} -o=jsonpath='{.status.${field}}'`);
    await eventually('it is approved', async () => (await status('result')) === 'Approved');
    const token = Buffer.from(await status('token'), 'base64').toString();
    const asAgent = `kubectl --kubeconfig /dev/null --server ${parent.server} --certificate-authority ${parent.pki.file('ca.crt')} --token ${token}`;
    const secrets = `${asAgent} get secrets -o name -n`;
    assert.match(
      await onParent.run(`${secrets} ${await status('dedicatedNamespace')}`),
      /member-agent-token/,
    );
    assert.notEqual((await onParent.try(`${secrets} clusternet-system`)).code, 0);
    await onParent.run(`kubectl delete clsrr ${OLD_REQUEST.metadata.name}`);
    await eventually('it has left', async () => (await memberNamespaces()) === '');
  });

  test('a cluster registers with a bootstrap token', async () => {
    await onParent.run('banyan token create -o yaml | kubectl apply -f -');
    const secret = `kubectl get secret -n kube-system --field-selector type=bootstrap.kubernetes.io/token`;
    const part = (key: string) =>
      onParent.run(`${secret} -o=jsonpath='{.items[0].data.${key}}' | base64 --decode`);
    const token = `${await part('token-id')}.${await part('token-secret')}`;
    tokens.push(token);
    await onChild.run('kubectl create ns clusternet-system');
    await onChild.run(
      `PARENTURL=${parent.server} REGTOKEN=${token} envsubst < ./deploy/templates/clusternet_agent_secret.yaml | kubectl apply -f -`,
    );
    await onChild.run('kubectl apply -f deploy/agent');
    await startAgent();
    await eventually('the member is Ready', isMember);
  });

  test('nothing was refused to hub or agent, and no token is in their logs', async () => {
    for (const [who, process] of [
      ['hub', hub],
      ['agent', agent],
    ] as const) {
      const log = await process.log();
      assert.doesNotMatch(log, /forbidden/i, who);
      for (const token of tokens) assert.ok(!log.includes(token), who);
    }
  });
});

interface Applied {
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly generation?: number;
    readonly resourceVersion: string;
  };
}
