/** The same kubeconfig is given to kubectl and to our loader; a server on loopback compares what arrives. */
import { kubeProgram, temporaryFolder } from '@banyan/testing';
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { delimiter, join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { after, before, describe, it } from 'node:test';
import {
  answer,
  issueTestCertificate,
  startTestServer,
  testAuthority,
  type TestServer,
} from '../client/test-server.ts';
import { KubeClient, loadConnection } from '../index.ts';

interface Arrival {
  readonly url: string | undefined;
  readonly host: string | undefined;
  readonly sni: string | false | null | undefined;
  readonly certificate: string | undefined;
  readonly authorization: string | undefined;
  readonly impersonation: readonly string[];
  readonly proxied: readonly string[];
}

interface Case {
  readonly name: string;
  readonly cluster?: object;
  readonly user?: object;
  readonly env?: Readonly<Record<string, string>>;
  readonly context?: string;
  /** More files, given in KUBECONFIG after the first. */
  readonly more?: object;
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const ca = { 'certificate-authority-data': base64(testAuthority.certificate) };

let folder: string;
let secure: TestServer;
let plain: TestServer;
let proxy: { port: number; asked: string[]; close(): Promise<void> };
let arrivals: Arrival[] = [];

before(async () => {
  folder = await temporaryFolder('banyan-kubeconfigs-');
  const record = (request: IncomingMessage, response: Parameters<typeof answer>[0]): void => {
    arrivals.push(arrivalOf(request));
    answer(response, 200, {});
  };
  secure = await startTestServer(record, {
    kind: 'tls-http1',
    tls: { requestCert: true, rejectUnauthorized: false, ca: testAuthority.certificate },
  });
  plain = await startTestServer(record, { kind: 'plain' });
  proxy = await startProxy(secure.port);
  await mkdir(join(folder, 'bin'));
  const { certificate, key } = issueTestCertificate('jane');
  await writeFile(join(folder, 'token'), '  token-of-a-file \n');
  await writeFile(join(folder, 'client.crt'), certificate);
  await writeFile(join(folder, 'client.key'), key);
  await writeFile(join(folder, 'ca.crt'), testAuthority.certificate);
  // Gives back what it was told, as the token.
  await writePlugin('tell', 'token', '$(printf %s "$KUBERNETES_EXEC_INFO" | base64 -w0)');
  await writePlugin('arguments', 'token', '$1-$OWN');
  await writePlugin('beta', 'token', 'from-beta', 'v1beta1');
  const pem = { clientCertificateData: certificate, clientKeyData: key };
  const credential = { apiVersion: 'client.authentication.k8s.io/v1', kind: 'ExecCredential', status: pem };
  await writeFile(
    join(folder, 'bin', 'certificate'),
    `#!/bin/sh\ncat <<'EOF'\n${JSON.stringify(credential)}\nEOF\n`,
  );
  await chmod(join(folder, 'bin', 'certificate'), 0o755);
});

after(async () => {
  await proxy?.close();
  await secure?.[Symbol.asyncDispose]();
  await plain?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const exec = (command: string, more: object = {}): object => ({
  exec: {
    apiVersion: 'client.authentication.k8s.io/v1',
    command: `./bin/${command}`,
    interactiveMode: 'Never',
    ...more,
  },
});

/** Known only when the servers are up. */
const cases = (): Case[] => {
  const away = { server: 'https://kube.test:6443', ...ca };
  const proxyUrl = `http://127.0.0.1:${proxy.port}`;
  return [
    { name: 'a token', user: { token: 'abc' } },
    { name: 'a token file', user: { tokenFile: 'token' } },
    { name: 'a token and a token file', user: { token: 'abc', tokenFile: 'token' } },
    { name: 'a password', user: { username: 'jane', password: 'pä:ss' } },
    { name: 'a name without a password', user: { username: 'jane' } },
    {
      name: 'certificate files beside the kubeconfig',
      user: { 'client-certificate': 'client.crt', 'client-key': 'client.key' },
    },
    {
      name: 'a certificate and a token',
      user: { 'client-certificate': 'client.crt', 'client-key': 'client.key', token: 'abc' },
    },
    { name: 'a plugin', user: exec('arguments', { args: ['x'], env: [{ name: 'OWN', value: 'y' }] }) },
    {
      name: 'a plugin of the beta',
      user: exec('beta', { apiVersion: 'client.authentication.k8s.io/v1beta1', interactiveMode: undefined }),
    },
    { name: 'a plugin that gives a certificate', user: exec('certificate') },
    { name: 'a plugin and a token', user: { token: 'abc', ...exec('arguments') } },
    { name: 'a plugin that is told nothing of the cluster', user: exec('tell') },
    {
      name: 'a plugin that is told of the cluster',
      user: exec('tell', { provideClusterInfo: true }),
      cluster: {
        'certificate-authority': 'ca.crt',
        'certificate-authority-data': undefined,
        'tls-server-name': 'kube.test',
        'disable-compression': true,
        extensions: [{ name: 'client.authentication.k8s.io/exec', extension: { audience: 'x', n: [1] } }],
      },
    },
    { name: 'someone to act as', user: { token: 'abc', as: 'bob' } },
    {
      name: 'someone to act as, with everything',
      user: {
        token: 'abc',
        as: 'bob smith',
        'as-uid': '42',
        'as-groups': ['a', 'b,c'],
        'as-user-extra': { 'example.org/Role %': ['x', 'y'], empty: [] },
      },
    },
    { name: 'a name for the certificate', cluster: { 'tls-server-name': 'kube.test' } },
    { name: 'a name that is not in the certificate', cluster: { 'tls-server-name': 'other.test' } },
    { name: 'a name instead of an address', cluster: { server: `https://localhost:${secure.port}` } },
    { name: 'no CA', cluster: { 'certificate-authority-data': undefined } },
    {
      name: 'no verification',
      cluster: { 'certificate-authority-data': undefined, 'insecure-skip-tls-verify': true },
    },
    {
      name: 'a CA file',
      cluster: { 'certificate-authority-data': undefined, 'certificate-authority': 'ca.crt' },
    },
    {
      name: 'a CA file that is missing',
      cluster: { 'certificate-authority-data': undefined, 'certificate-authority': 'none' },
    },
    {
      name: 'a path before the API',
      cluster: { server: `https://127.0.0.1:${secure.port}/clusters/a/` },
      user: { token: 'abc' },
    },
    { name: 'a query after it', cluster: { server: `https://127.0.0.1:${secure.port}/p?x=y` } },
    { name: 'no scheme, with a CA', cluster: { server: `127.0.0.1:${secure.port}` }, user: { token: 'abc' } },
    {
      name: 'no scheme, without one',
      cluster: { server: `127.0.0.1:${plain.port}`, 'certificate-authority-data': undefined },
      user: { token: 'abc' },
    },
    {
      name: 'no TLS: credentials stay at home',
      cluster: { server: `http://127.0.0.1:${plain.port}`, 'certificate-authority-data': undefined },
      user: { token: 'abc', as: 'bob' },
    },
    { name: 'a proxy', cluster: { ...away, 'proxy-url': proxyUrl }, user: { token: 'abc' } },
    {
      name: 'a proxy with a password',
      cluster: { ...away, 'proxy-url': `http://jane:p%40ss@127.0.0.1:${proxy.port}` },
    },
    { name: 'a proxy for loopback, when the file says so', cluster: { 'proxy-url': proxyUrl } },
    {
      name: 'a proxy for a server without TLS, on loopback',
      cluster: { server: `http://127.0.0.1:${plain.port}`, 'certificate-authority-data': undefined },
      env: { HTTP_PROXY: proxyUrl },
    },
    { name: 'the proxy of the environment', cluster: away, env: { HTTPS_PROXY: proxyUrl } },
    {
      name: 'the proxy of the environment, in lower case and without scheme',
      cluster: away,
      env: { https_proxy: `127.0.0.1:${proxy.port}` },
    },
    { name: 'no proxy of the environment for loopback', env: { HTTPS_PROXY: proxyUrl } },
    {
      name: 'no proxy for those exempted',
      cluster: away,
      env: { HTTPS_PROXY: proxyUrl, NO_PROXY: 'a, .test' },
    },
    {
      name: 'a proxy for those not exempted',
      cluster: away,
      env: { HTTPS_PROXY: proxyUrl, NO_PROXY: '.kube.test,10.0.0.0/8' },
    },
    {
      name: "the file's proxy whatever is exempted",
      cluster: { ...away, 'proxy-url': proxyUrl },
      env: { NO_PROXY: '*' },
    },
    {
      name: 'another context',
      context: 'second',
      more: {
        contexts: [{ name: 'second', context: { cluster: 'k', user: 'v' } }],
        users: [{ name: 'v', user: { token: 'second' } }],
      },
    },
    {
      name: 'two files with one name',
      user: { token: 'first' },
      more: { 'current-context': 'x', users: [{ name: 'u', user: { token: 'second', as: 'bob' } }] },
    },

    { name: 'wrong: an unknown context', context: 'none' },
    { name: 'wrong: token and password', user: { token: 'abc', username: 'jane' } },
    { name: 'wrong: token file and password', user: { tokenFile: 'token', username: 'jane' } },
    { name: 'wrong: a token file that is missing', user: { tokenFile: 'none' } },
    { name: 'wrong: a certificate without a key', user: { 'client-certificate': 'client.crt' } },
    { name: 'wrong: a CA and no verification', cluster: { 'insecure-skip-tls-verify': true } },
    { name: 'wrong: a CA twice', cluster: { 'certificate-authority': 'ca.crt' } },
    { name: 'wrong: another kind of proxy', cluster: { 'proxy-url': 'ftp://p' } },
    { name: 'wrong: groups alone', user: { 'as-groups': ['a'] } },
    { name: 'wrong: a plugin without a mode', user: exec('arguments', { interactiveMode: undefined }) },
    { name: 'wrong: a plugin of another version', user: exec('beta') },
    { name: 'wrong: a plugin that is missing', user: exec('none') },
    { name: 'wrong: a plugin that wants a terminal', user: exec('arguments', { interactiveMode: 'Always' }) },
  ];
};

describe('kubectl and we send the same', () => {
  it('for every kubeconfig of the table', async (context) => {
    for (const each of cases()) {
      await context.test(each.name, async () => {
        const { paths, env } = await writeConfigs(each);
        const theirs = await arrivalsOf(() => runKubectl(paths, env, each.context));
        const ours = await arrivalsOf(() => runOurs(paths, env, each.context));
        assert.ok(theirs.failed || !each.name.startsWith('wrong'), 'kubectl takes it');
        assert.deepEqual(ours, theirs);
      });
    }
  });
});

async function writeConfigs(each: Case): Promise<{ paths: string[]; env: Record<string, string> }> {
  const first = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'c',
    contexts: [{ name: 'c', context: { cluster: 'k', user: 'u' } }],
    clusters: [
      { name: 'k', cluster: { server: `https://127.0.0.1:${secure.port}`, ...ca, ...each.cluster } },
    ],
    // Without any, kubectl asks the person in front of it for a name and a password.
    users: [{ name: 'u', user: each.user ?? { token: 'default' } }],
  };
  const paths = [join(folder, 'config')];
  await writeFile(join(folder, 'config'), JSON.stringify(first));
  if (each.more !== undefined) {
    paths.push(join(folder, 'more'));
    await writeFile(join(folder, 'more'), JSON.stringify({ apiVersion: 'v1', kind: 'Config', ...each.more }));
  }
  return { paths, env: { PATH: process.env['PATH'] ?? '', HOME: folder, ...each.env } };
}

interface Outcome {
  readonly failed: boolean;
  readonly arrivals: readonly unknown[];
}

async function arrivalsOf(run: () => Promise<boolean>): Promise<Outcome> {
  arrivals = [];
  proxy.asked.length = 0;
  const succeeded = await run();
  return { failed: !succeeded, arrivals: arrivals.map(withToldParsed) };
}

function runKubectl(paths: string[], env: Record<string, string>, context?: string): Promise<boolean> {
  const args = ['get', '--raw', '/probe', ...(context === undefined ? [] : ['--context', context])];
  const options = { env: { ...env, KUBECONFIG: paths.join(delimiter) }, timeout: 300_000 };
  return new Promise((resolve) => {
    const child = execFile(kubeProgram('kubectl'), args, options, (error) => resolve(error === null));
    child.stdin?.end();
  });
}

async function runOurs(paths: string[], env: Record<string, string>, context?: string): Promise<boolean> {
  let client: KubeClient | undefined;
  try {
    const connection = await loadConnection({
      env: { ...env, KUBECONFIG: paths.join(delimiter) },
      ...(context !== undefined && { context }),
    });
    client = new KubeClient(connection);
    await client.requestJson({ method: 'GET', path: '/probe' });
    return true;
  } catch {
    return false;
  } finally {
    await client?.close();
  }
}

function arrivalOf(request: IncomingMessage): Arrival {
  const socket = request.socket as TLSSocket;
  const isTls = typeof socket.getPeerCertificate === 'function';
  const certificate = isTls ? socket.getPeerCertificate().subject?.CN : undefined;
  const lines: string[] = [];
  for (let i = 0; i < request.rawHeaders.length; i += 2) {
    const [name = '', value = ''] = request.rawHeaders.slice(i, i + 2);
    if (/^impersonate-/i.test(name)) lines.push(`${name.toLowerCase()}: ${value}`);
  }
  return {
    url: request.url,
    host: request.headers.host,
    sni: isTls ? socket.servername : undefined,
    certificate: typeof certificate === 'string' ? certificate : undefined,
    authorization: request.headers.authorization,
    impersonation: lines.toSorted(),
    proxied: [...proxy.asked],
  };
}

/** Of what a plugin was told, white space and the order of fields do not matter. */
function withToldParsed(arrival: Arrival): unknown {
  const token = arrival.authorization?.replace('Bearer ', '') ?? '';
  if (!token.startsWith('eyJ')) return arrival;
  return { ...arrival, authorization: JSON.parse(Buffer.from(token, 'base64').toString()) as unknown };
}

async function writePlugin(name: string, field: string, value: string, version = 'v1'): Promise<void> {
  const path = join(folder, 'bin', name);
  const head = `{"apiVersion":"client.authentication.k8s.io/${version}","kind":"ExecCredential","status":{"${field}":"`;
  await writeFile(path, `#!/bin/sh\nprintf '%s' '${head}' "${value}" '"}}'\n`);
  await chmod(path, 0o755);
}

async function startProxy(target: number): Promise<typeof proxy> {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const server = createHttpServer();
  server.on('connection', (socket) => sockets.add(socket));
  server.on('connect', (request, near: Socket) => {
    asked.push(`${request.url} ${request.headers['proxy-authorization'] ?? ''}`);
    const far = connect(target, '127.0.0.1');
    sockets.add(far);
    near.on('error', () => undefined).on('close', () => far.destroy());
    far.on('error', () => undefined).on('close', () => near.destroy());
    near.write('HTTP/1.1 200 OK\r\n\r\n');
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return { port: (server.address() as AddressInfo).port, asked, close };
}
