import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { KubeClient, loadConnection, staticCredentials } from '@banyan/kube';
import {
  eventually,
  httpsExchange,
  kubeProgram,
  KWOK_LOG_LINES,
  startCluster,
  type Cluster,
} from '@banyan/testing';
import { askToUpgrade } from './test-ask.ts';
import { gatewayRole } from './manifests/gateway-roles.ts';
import {
  applyObjects,
  connectMember,
  createMember,
  startTestGateway,
  type TestGateway,
} from './test-gateway.ts';
import {
  accountToken,
  CLUSTER_ROLE_BINDINGS,
  defineManagedClusters,
  grant,
  NAMESPACES,
} from './test-objects.ts';
import { ID, PROXY_RULE, SOCKETS } from './test-world.ts';

const PODS = { group: '', version: 'v1', resource: 'pods' };
const MAX_OUTPUT_LINES = 3;

/** One real cluster is hub and member at once: what comes back to it went through the gateway. */
describe('kubectl through the gateway behind a real kube-apiserver', () => {
  let cluster: Cluster;
  let client: KubeClient;
  let hubClient: KubeClient;
  let world: TestGateway;
  let kubeconfig: string;
  const ends: (() => Promise<void>)[] = [];

  before(async () => {
    cluster = await startCluster({ controllers: true, kwokNodes: 1 });
    client = new KubeClient(await loadConnection({ path: cluster.kubeconfig, env: {} }));
    await defineManagedClusters(client);
    for (const name of ['clusternet-system', 'shop'])
      await client.create(NAMESPACES, { apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
    // The gateway goes by its own account, which has what the manifests give it.
    const token = await accountToken(client, 'clusternet-system', 'banyan-hub');
    await applyObjects(client, gatewayRole('clusternet-system', 'banyan-hub'));
    const { ca } = cluster.anonymous();
    const credentials = staticCredentials({ token });
    hubClient = new KubeClient({ name: 'hub', server: cluster.server, ca, credentials });
    const context = { after: (end: () => Promise<void>) => ends.push(end) };
    world = await startTestGateway(context, hubClient, { registrar: client });
    const namespace = await createMember(client, { id: ID, name: 'edge', apiserverURL: cluster.server });
    await connectMember(client, { client, server: cluster.server, ca }, namespace);
    await grant(client, 'jane-proxy', 'jane', [PROXY_RULE]);
    await grant(client, 'jane', 'jane', [{ apiGroups: [''], resources: ['*'], verbs: ['*'] }]);
    kubeconfig = await cluster.writeKubeconfig('jane');
    await client.create(PODS, {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'web', namespace: 'default' },
      spec: { nodeName: 'node-1', containers: [{ name: 'main', image: 'none' }] },
    });
    await cluster.until('the pod runs', async () => {
      const pod = await client.get(PODS, { namespace: 'default', name: 'web' });
      return (pod['status'] as { phase?: string }).phase === 'Running';
    });
    await eventually('the gateway knows the member', async () => (await kubectl('version')).code === 0);
  });

  after(async () => {
    for (const end of ends.toReversed()) await end();
    await hubClient?.close();
    await client?.close();
    await cluster?.stop();
  });

  const through = () => [
    `--kubeconfig=${kubeconfig}`,
    `--server=${cluster.server}${SOCKETS}/${ID}/proxy/direct`,
  ];
  const kubectl = (...args: string[]) => cluster.kubectl([...through(), ...args]);

  const env = () => ({
    PATH: process.env['PATH'],
    HOME: cluster.dir,
    KUBECACHEDIR: join(cluster.dir, 'cache'),
  });

  async function run(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await kubectl(...args);
    assert.equal(code, 0, `kubectl ${args.join(' ')}: ${stderr}`);
    return stdout;
  }

  /** The first lines that a kubectl which does not end by itself says. */
  async function firstLines(count: number, args: string[], onLine?: (line: string) => Promise<void>) {
    const child = spawn(kubeProgram('kubectl'), [...through(), ...args], { env: env(), timeout: 300_000 });
    const lines: string[] = [];
    for await (const line of createInterface(child.stdout)) {
      lines.push(line);
      await onLine?.(line);
      if (lines.length === count) break;
    }
    child.kill('SIGKILL');
    await once(child, 'close');
    return lines;
  }

  it('gets, applies, patches and deletes', async () => {
    assert.match(await run('get', 'pods'), /^NAME +READY.*\nweb +1\/1 +Running/);
    assert.match(await run('get', 'pods', '-o', 'name'), /pod\/web/);
    await run('create', 'configmap', 'settings', '--from-literal=a=b');
    await run('patch', 'configmap', 'settings', '--type=merge', '-p', '{"data":{"a":"c"}}');
    assert.equal(await run('get', 'configmap', 'settings', '-o', 'jsonpath={.data.a}'), 'c');
    await run('delete', 'configmap', 'settings');
    assert.match(await run('auth', 'whoami'), /Username +jane\nGroups +\[system:authenticated\]/);
  });

  it('watches', async () => {
    const made = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace: 'shop', name: 'seen' } };
    const create = () => client.create({ ...PODS, resource: 'configmaps' }, made);
    // The first line is there before: kube-root-ca.crt.
    const lines = await firstLines(
      2,
      ['get', 'configmaps', '-n', 'shop', '-w', '-o', 'name'],
      async (line) => {
        if (line.includes('kube-root-ca.crt')) await create();
      },
    );
    assert.deepEqual(lines, ['configmap/kube-root-ca.crt', 'configmap/seen']);
  });

  for (const [protocol, flag] of [
    ['WebSocket', 'true'],
    ['SPDY', 'false'],
  ] as const) {
    it(`runs commands by ${protocol}, with input and output`, async () => {
      const args = [...through(), 'exec', '-i', 'web', '--', 'head', '-c', '10'];
      const child = spawn(kubeProgram('kubectl'), args, {
        env: { ...env(), KUBECTL_REMOTE_COMMAND_WEBSOCKETS: flag },
        timeout: 300_000,
      });
      child.stdin.end('to and fro');
      const output: Buffer[] = [];
      child.stdout.on('data', (part: Buffer) => output.push(part));
      await once(child, 'close');
      assert.equal(Buffer.concat(output).toString(), 'to and fro');
    });

    it(`forwards a port by ${protocol}`, async () => {
      const child = spawn(kubeProgram('kubectl'), [...through(), 'port-forward', 'pod/web', ':80'], {
        env: { ...env(), KUBECTL_PORT_FORWARD_WEBSOCKETS: flag },
        timeout: 300_000,
      });
      const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
      const socket = connect(Number(/127\.0\.0\.1:(\d+)/.exec(line)?.[1]), '127.0.0.1');
      socket.write('echo');
      const [answer] = (await once(socket, 'data')) as [Buffer];
      assert.equal(answer.toString(), 'echo');
      socket.destroy();
      child.kill('SIGKILL');
      await once(child, 'close');
    });
  }

  it('shows logs, and follows them', async () => {
    assert.equal(await run('logs', 'web'), `${KWOK_LOG_LINES.join('\n')}\n`);
    assert.deepEqual(await firstLines(MAX_OUTPUT_LINES, ['logs', '-f', 'web']), KWOK_LOG_LINES);
  });

  it('attaches', async () => {
    let heard = false;
    const attached = firstLines(1, ['attach', 'web']).finally(() => (heard = true));
    // Attached is who hears what is said later.
    const said = '2026-01-01T00:01:00.000000000Z stdout F said later\n';
    await eventually('a line written after the attach is heard', async () => {
      await appendFile(join(cluster.dir, 'container.log'), said);
      return heard;
    });
    assert.match((await attached).join(), /said later/);
  });

  it('copies files out', async () => {
    // Exec runs on this machine, in the cluster's folder.
    await writeFile(join(cluster.dir, 'there.txt'), 'copied');
    const target = join(cluster.dir, 'here.txt');
    await run('cp', 'web:there.txt', target);
    assert.equal(await readFile(target, 'utf8'), 'copied');
  });

  it('takes every method, and gives the member’s own answer', async () => {
    const jane = cluster.peer('jane');
    for (const [method, path] of [
      ['HEAD', '/api/v1/namespaces/default/pods'],
      ['HEAD', '/healthz'],
      ['OPTIONS', '/api/v1/namespaces/default/pods'],
      ['PUT', '/api/v1/namespaces/default/pods'],
    ] as const) {
      const answer = await httpsExchange(jane, { method, path: `${SOCKETS}/${ID}/proxy/direct${path}` });
      const own = await httpsExchange(jane, { method, path });
      assert.deepEqual([answer.status, answer.body.toString()], [own.status, own.body.toString()]);
    }
  });

  it('writes down who did what where', async () => {
    await run('get', 'pod', 'web');
    const isIt = (line: string) =>
      /"resource":"pods".*"name":"web"/.test(line) && !line.includes('subresource');
    await eventually('the audit line is there', () => world.audit.some(isIt));
    const line = JSON.parse(world.audit.find(isIt) ?? '{}') as Record<string, unknown>;
    const { time, durationMs, source, ...rest } = line;
    assert.deepEqual(rest, {
      user: 'jane',
      groups: 1,
      memberId: ID,
      memberName: 'edge',
      verb: 'get',
      via: 'direct',
      group: '',
      resource: 'pods',
      namespace: 'default',
      name: 'web',
      status: 200,
    });
    assert.deepEqual([typeof time, typeof durationMs, source], ['string', 'number', ['127.0.0.1']]);
  });

  it('takes a token of the member from the extras, as documented', async () => {
    const token = await accountToken(client, 'shop', 'reader');
    await grant(client, 'reader', 'account:shop/reader', [
      { apiGroups: [''], resources: ['configmaps'], verbs: ['list'] },
    ]);
    const path = `${SOCKETS}/${ID}/proxy/direct/api/v1/namespaces/shop/configmaps`;
    const asClusternet = { 'impersonate-user': 'clusternet' };
    const headers = { ...asClusternet, 'impersonate-extra-clusternet-token': token };
    assert.equal((await cluster.request({ path, headers })).status, 200);
    assert.equal((await cluster.request({ path, headers: asClusternet })).status, 403);
    // Whoever may not be that user may not bring a token either; nobody, least of all.
    assert.equal((await httpsExchange(cluster.peer('jane'), { path, headers })).status, 403);
    const curl = { ...headers, authorization: 'Basic system:anonymous' };
    assert.ok(
      [401, 403].includes((await httpsExchange(cluster.anonymous(), { path, headers: curl })).status),
    );
  });

  it('lets an agent attach with its own token, and with no other', async () => {
    const token = await accountToken(client, 'clusternet-edge', 'clusternet-edge');
    const rule = { apiGroups: ['proxies.clusternet.io'], resourceNames: [ID], verbs: ['get', 'create'] };
    await grant(client, 'edge', 'account:clusternet-edge/clusternet-edge', [
      { ...rule, resources: ['sockets', 'sockets/attach'] },
    ]);
    const other = await accountToken(client, 'shop', 'clusternet-other');
    const attach = (path: string, by: string, headers = {}) =>
      askToUpgrade(cluster.anonymous(), `${SOCKETS}/${path}`, {
        authorization: `Bearer ${by}`,
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
        'sec-websocket-version': '13',
        ...headers,
      });
    const h2 = { 'sec-websocket-protocol': 'banyan.h2.v1' };
    for (const [path, headers] of [
      [`${ID}/attach`, h2],
      [ID, {}],
    ] as const) {
      const { status, socket } = await attach(path, token, headers);
      assert.equal(status, 101, path);
      socket?.destroy();
      assert.equal((await attach(path, other, headers)).status, 403);
    }
    assert.deepEqual(
      world.tunnels.accepted.map(({ memberId, protocol }) => [memberId, protocol]),
      [
        [ID, 'h2'],
        [ID, 'remotedialer'],
      ],
    );
  });

  it('refuses whoever lost his role, and an agent that is away', async () => {
    world.tunnels.failures.set(ID, Object.assign(new Error('away'), { code: 'not-connected' }));
    const jane = cluster.peer('jane');
    // A service, since a connection to the API server may be kept.
    const path = `${SOCKETS}/${ID}/proxy/http/web.default/`;
    const away = await httpsExchange(jane, { path });
    assert.deepEqual([away.status, away.headers['retry-after']], [503, undefined]);
    assert.match(away.body.toString(), /member \\"edge\\" .*not connected/);
    await client.delete(CLUSTER_ROLE_BINDINGS, { name: 'jane-proxy' });
    await eventually('her role is gone', async () => (await httpsExchange(jane, { path })).status === 403);
    assert.match((await kubectl('get', 'pods')).stderr, /Forbidden/);
  });
});
