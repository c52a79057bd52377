import { temporaryFolder } from '@banyan/testing';
import assert from 'node:assert/strict';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { isBadConfig, type ClusterConnection } from '../index.ts';
import { formatKubeconfig, writeKubeconfig } from './format-kubeconfig.ts';
import { kubeconfigConnection, loadConnection, type ConnectionOptions } from './kubeconfig-connection.ts';
import { parseKubeconfig } from './parse-kubeconfig.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** A kubeconfig with one context `c`, of the lines given for its cluster and its user. */
function config(cluster: readonly string[], user: readonly string[] = []): string {
  const lines = (indent: string, of: readonly string[]): string =>
    of.map((line) => `${indent}${line}\n`).join('');
  return [
    'apiVersion: v1\nkind: Config\ncurrent-context: c\n',
    'contexts:\n- name: c\n  context: {cluster: k, user: u, namespace: ns}\n',
    `clusters:\n- name: k\n  cluster:\n${lines('    ', cluster)}`,
    `users:\n- name: u\n  user:\n${lines('    ', user.length === 0 ? ['{}'] : user)}`,
  ].join('');
}

function connect(text: string, options: Partial<ConnectionOptions> = {}): ClusterConnection {
  return kubeconfigConnection(parseKubeconfig(text, '/home/me/.kube/config'), { env: {}, ...options });
}

describe('a connection from a kubeconfig', () => {
  it('has what the context names', async () => {
    const connection = connect(
      config(
        [
          'server: https://host:6443/prefix/?x=y#z',
          `certificate-authority-data: ${base64('CA PEM')}`,
          'tls-server-name: other',
          'proxy-url: socks5://proxy:1080',
          'disable-compression: true',
        ],
        ['token: t', 'as: jane', 'as-uid: "7"', 'as-groups: [a, b]', 'as-user-extra: {k: [v, w]}'],
      ),
    );
    const { credentials, ...rest } = connection;
    assert.deepEqual(rest, {
      name: 'c',
      server: 'https://host:6443/prefix',
      namespace: 'ns',
      ca: 'CA PEM',
      tlsServerName: 'other',
      proxyUrl: 'socks5://proxy:1080',
      disableCompression: true,
      impersonate: { user: 'jane', uid: '7', groups: ['a', 'b'], extra: { k: ['v', 'w'] } },
    });
    assert.deepEqual(await credentials?.get(), { token: 't' });
  });

  it('may have a password, or a certificate', async () => {
    const server = ['server: https://h'];
    const basic = connect(config(server, ['username: u', 'password: p']));
    assert.deepEqual(await basic.credentials?.get(), { basic: { username: 'u', password: 'p' } });
    const pem = [`client-certificate-data: ${base64('C')}`, `client-key-data: ${base64('K')}`];
    const certificate = connect(config(server, pem));
    assert.deepEqual(await certificate.credentials?.get(), { clientCertificate: { cert: 'C', key: 'K' } });
    const anonymous = connect(config(server));
    assert.equal(anonymous.credentials, undefined);
  });

  const servers: [string[], string[], string][] = [
    [['server: host:6443', 'insecure-skip-tls-verify: true'], [], 'http://host:6443'],
    [['server: host:6443', `certificate-authority-data: ${base64('x')}`], [], 'http://host:6443'],
    [['server: host:8080'], [], 'http://host:8080'],
    [['server: http://host'], [], 'http://host'],
    [['server: https://[fd00::1]:6443'], [], 'https://[fd00::1]:6443'],
  ];
  for (const [cluster, user, server] of servers) {
    it(`is to ${server} for ${cluster.join(', ')}`, () => {
      assert.equal(connect(config(cluster, user)).server, server);
    });
  }

  it('reads booleans as YAML 1.1 does', () => {
    assert.equal(
      connect(config(['server: https://h', 'insecure-skip-tls-verify: yes'])).insecureSkipTlsVerify,
      true,
    );
  });

  it('takes the proxy of the environment only where the file names none', () => {
    const env = { HTTPS_PROXY: 'http://env' };
    assert.equal(connect(config(['server: https://h']), { env }).proxyUrl, 'http://env');
    assert.equal(
      connect(config(['server: https://h', 'proxy-url: http://file']), { env }).proxyUrl,
      'http://file',
    );
  });

  it('is made for any context, by name', () => {
    const text = `
contexts:
- {name: a, context: {cluster: k, user: u}}
- {name: b, context: {cluster: l}}
clusters:
- {name: k, cluster: {server: https://k}}
- {name: l, cluster: {server: https://l}}
users:
- {name: u, user: {token: t}}`;
    assert.equal(connect(text, { context: 'b' }).server, 'https://l');
    assert.equal(connect(text, { context: 'b' }).credentials, undefined);
    assert.throws(() => connect(text), /current-context is not set. There are: a, b/);
    assert.throws(() => connect(text, { context: 'x' }), /context "x" does not exist. There are: a, b/);
  });
});

describe('a kubeconfig that is wrong', () => {
  const good = ['server: https://h'];
  const cases: [string, string, RegExp][] = [
    ['not YAML', '{', /config: not YAML/],
    ['a list', '- a', /the file must be a mapping/],
    ['contexts no list', 'contexts: 5', /contexts must be a list/],
    ['a number for a token', config(good, ['token: 5']), /users\[0\]\.user\.token must be a string/],
    [
      'a word for a flag',
      config([...good, 'insecure-skip-tls-verify: maybe']),
      /clusters\[0\]\.cluster\.insecure-skip-tls-verify must be true or false/,
    ],
    [
      'no base64',
      config([...good, 'certificate-authority-data: "***"']),
      /certificate-authority-data must be base64/,
    ],
    ['no server', config(['tls-server-name: x']), /cluster "k": server is missing/],
    [
      'a server of another kind',
      config(['server: ftp://h']),
      /context "c": server "ftp:\/\/h" is not an http\(s\) URL/,
    ],
    [
      'an unknown user',
      'current-context: c\ncontexts: [{name: c, context: {cluster: k, user: x}}]\nclusters: [{name: k, cluster: {server: https://h}}]',
      /context "c": user "x" does not exist/,
    ],
    [
      'an unknown cluster',
      'current-context: c\ncontexts: [{name: c, context: {cluster: k}}]',
      /context "c": cluster "k" does not exist/,
    ],
    [
      'two CAs',
      config([...good, 'certificate-authority: /f', `certificate-authority-data: ${base64('x')}`]),
      /keep one/,
    ],
    [
      'a CA and insecure',
      config([...good, 'insecure-skip-tls-verify: true', 'certificate-authority: /f']),
      /keep one/,
    ],
    [
      'a proxy of another kind',
      config([...good, 'proxy-url: ftp://p']),
      /proxy-url must begin with .*, not ftp:/,
    ],
    [
      'token and password',
      config(good, ['token: t', 'username: u']),
      /user "u": token and username\/password/,
    ],
    [
      'a certificate without its key',
      config(good, [`client-certificate-data: ${base64('x')}`]),
      /without client-key/,
    ],
    ['groups without a user', config(good, ['as-groups: [a]']), /without as/],
    [
      'an auth-provider',
      config(good, ['auth-provider: {name: gcp}']),
      /auth-provider "gcp" is not supported/,
    ],
    [
      'exec without a command',
      config(good, ['exec: {apiVersion: client.authentication.k8s.io/v1, interactiveMode: Never}']),
      /exec.command is missing/,
    ],
    [
      'exec of an old version',
      config(good, ['exec: {apiVersion: client.authentication.k8s.io/v1alpha1, command: x}']),
      /exec.apiVersion/,
    ],
    [
      'exec v1 without interactiveMode',
      config(good, ['exec: {apiVersion: client.authentication.k8s.io/v1, command: x}']),
      /exec.interactiveMode/,
    ],
  ];
  for (const [name, text, words] of cases) {
    it(`says what, and in which file: ${name}`, () => {
      assert.throws(
        () => connect(text),
        (error: Error) =>
          isBadConfig(error) && words.test(error.message) && error.message.includes('/home/me/.kube/config'),
      );
    });
  }
});

it('a kubeconfig that is not trusted may name nothing on this machine', () => {
  const exec = 'exec: {apiVersion: client.authentication.k8s.io/v1, interactiveMode: Never, command: x}';
  const server = 'server: https://h';
  for (const [cluster, user] of [
    [[server, 'certificate-authority: /etc/ca'], []],
    [[server], ['tokenFile: /etc/token']],
    [[server], ['client-certificate: /c', `client-key-data: ${base64('k')}`]],
    [[server], [exec]],
  ] as const) {
    assert.throws(() => connect(config(cluster, user), { trusted: false }), /on the machine that reads it/);
  }
  assert.equal(connect(config([server], ['token: t']), { trusted: false }).server, 'https://h');
});

describe('kubeconfig files', () => {
  let folder: string;
  before(async () => {
    folder = await temporaryFolder('banyan-kubeconfig-');
    await mkdir(join(folder, 'sub'));
    const files: Record<string, string> = {
      one: `
current-context: both
clusters: [{name: k, cluster: {server: https://one}}]
users: [{name: u, user: {tokenFile: token}}]`,
      'sub/two': `
current-context: other
contexts: [{name: both, context: {cluster: k, user: u}}, {name: other, context: {cluster: l, user: v}}]
clusters: [{name: k, cluster: {server: https://two, tls-server-name: two}}, {name: l, cluster: {server: https://l, certificate-authority: ca.pem}}]
users: [{name: v, user: {tokenFile: token}}]`,
      token: 'token of one\n',
      'sub/token': 'token of two',
      'sub/ca.pem': 'CA of two',
      broken: 'users: 1',
    };
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const env = (...names: string[]): Record<string, string> => ({
    KUBECONFIG: names.map((name) => (name === '' ? '' : join(folder, name))).join(':'),
  });

  it('are merged: the first to name something wins, whole', async () => {
    const connection = await loadConnection({ env: env('', 'missing', 'one', 'sub/two', 'one') });
    assert.equal(connection.name, 'both');
    assert.equal(connection.server, 'https://one');
    assert.equal(connection.tlsServerName, undefined);
    assert.deepEqual(await connection.credentials?.get(), { token: 'token of one' });
  });

  it('have their paths beside them', async () => {
    const connection = await loadConnection({ env: env('one', 'sub/two'), context: 'other' });
    assert.deepEqual(await connection.credentials?.get(), { token: 'token of two' });
    assert.equal(await (connection.ca as () => Promise<string>)(), 'CA of two');
  });

  it('are not merged when one is given by name, and it must be there', async () => {
    await assert.rejects(
      loadConnection({ path: join(folder, 'one'), env: env('sub/two') }),
      /context "both" does not exist/,
    );
    await assert.rejects(
      loadConnection({ path: join(folder, 'missing'), env: {} }),
      /missing does not exist/,
    );
  });

  it('are all read: a broken one is an error even where the others suffice', async () => {
    await assert.rejects(
      loadConnection({ env: env('one', 'sub/two', 'broken') }),
      /broken: users must be a list/,
    );
  });

  it('are looked for in the home folder otherwise', async () => {
    await assert.rejects(
      loadConnection({ env: { HOME: folder } }),
      new RegExp(`${folder}/.kube/config does not exist`),
    );
  });

  it('that we write are for their owner alone, and read back as they were meant', async () => {
    const path = join(folder, 'new', 'config');
    const entry = {
      name: 'member1',
      server: 'https://h:6443',
      ca: 'CA',
      namespace: 'ns',
      tlsServerName: 'sni',
      proxyUrl: 'http://p',
      clientCertificate: { cert: 'C', key: 'K' },
    };
    await writeKubeconfig(path, [
      entry,
      { name: 'member2', server: 'https://i', token: 'yes', insecureSkipTlsVerify: true },
    ]);
    assert.equal((await stat(path)).mode & 0o777, 0o600);
    const { credentials, ...first } = await loadConnection({ path, env: {} });
    assert.deepEqual(first, {
      name: 'member1',
      server: 'https://h:6443',
      namespace: 'ns',
      ca: 'CA',
      tlsServerName: 'sni',
      proxyUrl: 'http://p',
    });
    assert.deepEqual(await credentials?.get(), { clientCertificate: { cert: 'C', key: 'K' } });
    const second = await loadConnection({ path, context: 'member2', env: {} });
    assert.deepEqual(await second.credentials?.get(), { token: 'yes' });
    assert.equal(second.insecureSkipTlsVerify, true);
  });
});

it('words that YAML 1.1 takes for something else are written so that they stay words', () => {
  const text = formatKubeconfig([{ name: 'on', server: 'https://h', token: '0755' }]);
  const connection = kubeconfigConnection(parseKubeconfig(text, 'x'), { env: {} });
  assert.equal(connection.name, 'on');
});
