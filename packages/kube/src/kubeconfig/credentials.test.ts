import { FakeClock, temporaryFolder } from '@banyan/testing';
import assert from 'node:assert/strict';
import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { issueTestCertificate } from '../client/test-server.ts';
import type { ClusterConnection, Credentials, CredentialSource } from './cluster-connection.ts';
import { ExecCredentialCache } from './exec-credential-cache.ts';
import { inClusterConnection, isInCluster } from './in-cluster-connection.ts';
import { kubeconfigConnection, type ConnectionOptions } from './kubeconfig-connection.ts';
import { parseKubeconfig } from './parse-kubeconfig.ts';

let folder: string;
let clock: FakeClock;
before(async () => {
  folder = await temporaryFolder('banyan-credentials-');
});
after(() => rm(folder, { recursive: true, force: true }));
beforeEach(() => {
  clock = new FakeClock();
});

function connectionOf(
  user: object,
  cluster: object = {},
  options: Partial<ConnectionOptions> = {},
): ClusterConnection {
  const text = JSON.stringify({
    'current-context': 'c',
    contexts: [{ name: 'c', context: { cluster: 'k', user: 'u' } }],
    clusters: [{ name: 'k', cluster: { server: 'https://h', ...cluster } }],
    users: [{ name: 'u', user }],
  });
  const config = parseKubeconfig(text, join(folder, 'config'));
  return kubeconfigConnection(config, {
    env: process.env,
    clock,
    execCache: new ExecCredentialCache(),
    ...options,
  });
}

function sourceOf(...parameters: Parameters<typeof connectionOf>): CredentialSource {
  const { credentials } = connectionOf(...parameters);
  assert.ok(credentials);
  return credentials;
}

describe('a token file', () => {
  it('is read again after 50 seconds, whatever the wall clock does', async () => {
    await writeFile(join(folder, 'token'), ' first \n');
    const source = sourceOf({ tokenFile: 'token' });
    assert.deepEqual(await source.get(), { token: 'first' });
    await writeFile(join(folder, 'token'), 'second');
    clock.jump(86_400_000);
    await clock.advance(49_999);
    assert.deepEqual(await source.get(), { token: 'first' });
    await clock.advance(1);
    assert.deepEqual(await source.get(), { token: 'second' });
  });

  it('is read again at once when the server refuses the token', async () => {
    await writeFile(join(folder, 'token'), 'first');
    const source = sourceOf({ tokenFile: 'token' });
    const first = await source.get();
    await writeFile(join(folder, 'token'), 'second');
    source.refused(first);
    assert.deepEqual(await source.get(), { token: 'second' });
  });

  it('that vanishes or is empty for a while leaves the token that was read', async () => {
    await writeFile(join(folder, 'token'), 'first');
    const source = sourceOf({ tokenFile: 'token' });
    await source.get();
    await writeFile(join(folder, 'token'), '');
    await clock.advance(60_000);
    assert.deepEqual(await source.get(), { token: 'first' });
    await rm(join(folder, 'token'));
    await clock.advance(60_000);
    assert.deepEqual(await source.get(), { token: 'first' });
  });

  it('that was never there is BadConfig with file and field', async () => {
    await assert.rejects(sourceOf({ tokenFile: 'none' }).get(), (error: Error & { code: string }) => {
      assert.equal(error.code, 'BadConfig');
      assert.match(error.message, /config: user "u": tokenFile: .*\/none cannot be used: ENOENT/);
      return true;
    });
  });

  it('goes before the token that stands beside it', async () => {
    await writeFile(join(folder, 'token'), 'from file');
    assert.deepEqual(await sourceOf({ tokenFile: 'token', token: 'inline' }).get(), { token: 'from file' });
  });
});

describe('certificate files', () => {
  it('rotate together: half of a rotation is not used', async () => {
    const first = issueTestCertificate('first');
    const second = issueTestCertificate('second');
    await writeFile(join(folder, 'crt'), first.certificate);
    await writeFile(join(folder, 'key'), first.key);
    const source = sourceOf({ 'client-certificate': 'crt', 'client-key': 'key' });
    const pair = async (): Promise<unknown> => (await source.get()).clientCertificate;
    const [one, two] = [first, second].map(({ certificate, key }) => ({ cert: certificate, key }));
    assert.deepEqual(await pair(), one);
    await writeFile(join(folder, 'crt'), second.certificate);
    await clock.advance(60_000);
    assert.deepEqual(await pair(), one);
    await writeFile(join(folder, 'key'), second.key);
    await clock.advance(60_000);
    assert.deepEqual(await pair(), two);
  });
});

describe('an exec plugin', () => {
  const API = 'client.authentication.k8s.io/v1';

  /** A program that counts its runs, keeps what it was told, and prints `answer` with %N% as the count. */
  async function plugin(name: string, answer: string): Promise<string> {
    const path = join(folder, name);
    const lines = [
      '#!/bin/sh',
      `cd '${folder}'`,
      `n=$(cat ${name}.count 2>/dev/null || echo 0); n=$((n+1)); echo $n > ${name}.count`,
      `printf '%s' "$KUBERNETES_EXEC_INFO" > ${name}.info; echo "$*|$OWN" > ${name}.args`,
      `sed "s/%N%/$n/" <<'EOF'`,
      answer,
      'EOF',
    ];
    await writeFile(path, `${lines.join('\n')}\n`);
    await chmod(path, 0o755);
    return path;
  }

  function credential(status: object, apiVersion = API): string {
    return JSON.stringify({ apiVersion, kind: 'ExecCredential', status });
  }

  const execOf = (command: string, more: object = {}): object => ({
    exec: { apiVersion: API, command, interactiveMode: 'Never', ...more },
  });

  it('runs once for all who ask', async () => {
    const source = sourceOf(execOf(await plugin('once', credential({ token: 'token-%N%' }))));
    const all = await Promise.all([source.get(), source.get(), source.get()]);
    assert.deepEqual(all, [{ token: 'token-1' }, { token: 'token-1' }, { token: 'token-1' }]);
    assert.deepEqual(await source.get(), { token: 'token-1' });
  });

  it('runs again when the server refuses what it gave, and only for the newest', async () => {
    const source = sourceOf(execOf(await plugin('refused', credential({ token: 'token-%N%' }))));
    const first = await source.get();
    source.refused(first);
    const second = await source.get();
    assert.deepEqual(second, { token: 'token-2' });
    source.refused(first);
    assert.equal(await source.get(), second);
  });

  it('runs again ten seconds before expiry, by the wall clock', async () => {
    const expirationTimestamp = new Date(clock.now() + 3_600_000).toISOString();
    const source = sourceOf(
      execOf(await plugin('expiring', credential({ token: 't-%N%', expirationTimestamp }))),
    );
    await source.get();
    clock.jump(3_589_999);
    assert.deepEqual(await source.get(), { token: 't-1' });
    clock.jump(1);
    assert.deepEqual(await source.get(), { token: 't-2' });
  });

  it('is trusted again when the clock jumps back', async () => {
    const expirationTimestamp = new Date(clock.now() + 3_600_000).toISOString();
    const source = sourceOf(
      execOf(await plugin('back', credential({ token: 't-%N%', expirationTimestamp }))),
    );
    await source.get();
    clock.jump(-86_400_000);
    assert.deepEqual(await source.get(), { token: 't-1' });
  });

  it('gets its arguments, its variables and, if it is to, the cluster', async () => {
    const path = await plugin('told', credential({ token: 't' }));
    const extension = { name: 'client.authentication.k8s.io/exec', extension: { audience: 'x' } };
    const source = sourceOf(
      execOf(path, { args: ['a', 'b c'], env: [{ name: 'OWN', value: 'mine' }], provideClusterInfo: true }),
      {
        'certificate-authority-data': Buffer.from('CA').toString('base64'),
        'tls-server-name': 'sni',
        'proxy-url': 'http://p',
        extensions: [extension],
      },
    );
    await source.get();
    assert.equal(await readFile(join(folder, 'told.args'), 'utf8'), 'a b c|mine\n');
    assert.deepEqual(JSON.parse(await readFile(join(folder, 'told.info'), 'utf8')), {
      kind: 'ExecCredential',
      apiVersion: API,
      spec: {
        cluster: {
          server: 'https://h',
          'tls-server-name': 'sni',
          'certificate-authority-data': Buffer.from('CA').toString('base64'),
          'proxy-url': 'http://p',
          config: { audience: 'x' },
        },
        interactive: false,
      },
    });
  });

  it('may give a certificate', async () => {
    const status = { clientCertificateData: 'C', clientKeyData: 'K' };
    const source = sourceOf(execOf(await plugin('cert', credential(status))));
    assert.deepEqual(await source.get(), { clientCertificate: { cert: 'C', key: 'K' } });
  });

  it('may speak v1beta1, without an interactiveMode', async () => {
    const apiVersion = 'client.authentication.k8s.io/v1beta1';
    const command = await plugin('beta', credential({ token: 't' }, apiVersion));
    assert.deepEqual(await sourceOf({ exec: { apiVersion, command } }).get(), { token: 't' });
  });

  it('is not asked where the user has a token of its own', async () => {
    assert.deepEqual(await sourceOf({ token: 'own', ...execOf('/does/not/exist') }).get(), { token: 'own' });
  });

  it('is shared by kubeconfigs with the same plugin and cluster, and by no others', async () => {
    const path = await plugin('shared', credential({ token: 'token-%N%' }));
    const execCache = new ExecCredentialCache();
    const token = async (cluster: object, more: object = {}): Promise<Credentials> =>
      sourceOf(execOf(path, more), cluster, { execCache }).get();
    assert.deepEqual(await token({ server: 'https://a' }), { token: 'token-1' });
    assert.deepEqual(await token({ server: 'https://a' }), { token: 'token-1' });
    assert.deepEqual(await token({ server: 'https://b' }), { token: 'token-2' });
    assert.deepEqual(await token({ server: 'https://a' }, { args: ['x'] }), { token: 'token-3' });
    const env = { ...process.env, PROFILE: 'someone-else' };
    const other = sourceOf(execOf(path), { server: 'https://a' }, { execCache, env });
    assert.deepEqual(await other.get(), { token: 'token-4' });
  });

  it('that one caller does not wait for is still there for the next', async () => {
    const source = sourceOf(execOf(await plugin('patient', credential({ token: 'token-%N%' }))));
    const stop = new AbortController();
    const impatient = source.get(stop.signal);
    const patient = source.get();
    stop.abort(new Error('enough'));
    await assert.rejects(impatient, /enough/);
    assert.deepEqual(await patient, { token: 'token-1' });
  });

  const wrong: [string, string, RegExp][] = [
    ['prints nothing', '', /did not print an ExecCredential/],
    [
      'prints another version',
      credential({ token: 't' }, 'client.authentication.k8s.io/v1beta1'),
      /configured for .*v1 and answered with .*v1beta1/,
    ],
    ['gives no status', JSON.stringify({ apiVersion: API, kind: 'ExecCredential' }), /no status/],
    ['gives nothing', credential({}), /neither a token nor a certificate/],
    ['gives a certificate alone', credential({ clientCertificateData: 'C' }), /without its key/],
    ['gives no time', credential({ token: 't', expirationTimestamp: 'later' }), /no time: later/],
  ];
  for (const [name, answer, words] of wrong) {
    it(`that ${name} is BadConfig`, async () => {
      const path = await plugin(`wrong-${name.replaceAll(' ', '-')}`, answer);
      await assert.rejects(sourceOf(execOf(path)).get(), (error: Error & { code: string }) => {
        assert.equal(error.code, 'BadConfig');
        assert.match(error.message, words);
        return true;
      });
    });
  }

  it('that is not installed says how to install it', async () => {
    const source = sourceOf(
      execOf('banyan-no-such-plugin', { installHint: 'Run \u001b[31msudo install\u001b[0m.' }),
    );
    await assert.rejects(source.get(), /banyan-no-such-plugin is not installed\.\nRun sudo install\.$/);
  });

  it('that fails says so with the end of its words, and is run again the next time', async () => {
    const path = join(folder, 'failing');
    await writeFile(path, '#!/bin/sh\necho please log in >&2\nexit 3\n');
    await chmod(path, 0o755);
    const source = sourceOf(execOf('./failing'));
    await assert.rejects(source.get(), /failed \(exit code 3\): please log in/);
    await writeFile(path, `#!/bin/sh\necho '${credential({ token: 'back' })}'\n`);
    assert.deepEqual(await source.get(), { token: 'back' });
  });

  it('that needs a terminal is BadConfig without one', async () => {
    await assert.rejects(sourceOf(execOf('x', { interactiveMode: 'Always' })).get(), /wants a terminal/);
  });
});

describe('in a pod', () => {
  const env = { KUBERNETES_SERVICE_HOST: '10.96.0.1', KUBERNETES_SERVICE_PORT: '443' };

  it('server, CA, token and namespace come from the service account', async () => {
    await writeFile(join(folder, 'token'), 'first');
    await writeFile(join(folder, 'ca.crt'), 'CA\n');
    await writeFile(join(folder, 'namespace'), 'ns\n');
    const connection = await inClusterConnection({ env, folder, clock });
    assert.equal(connection.server, 'https://10.96.0.1');
    assert.equal(connection.namespace, 'ns');
    assert.equal(await (connection.ca as () => Promise<string>)(), 'CA\n');
    assert.deepEqual(await connection.credentials?.get(), { token: 'first' });
    await writeFile(join(folder, 'token'), 'second');
    await clock.advance(60_000);
    assert.deepEqual(await connection.credentials?.get(), { token: 'second' });
  });

  it('an IPv6 address gets its brackets', async () => {
    const six = { KUBERNETES_SERVICE_HOST: 'fd00::1', KUBERNETES_SERVICE_PORT: '6443' };
    assert.equal((await inClusterConnection({ env: six, folder, clock })).server, 'https://[fd00::1]:6443');
  });

  it('outside of one it says so', async () => {
    assert.equal(isInCluster({ env: {} }), false);
    assert.equal(isInCluster({ env }), true);
    await assert.rejects(inClusterConnection({ env: {}, folder }), /this is no pod/);
  });
});
