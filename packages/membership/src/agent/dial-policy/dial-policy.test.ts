import assert from 'node:assert/strict';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { suite, test } from 'node:test';
import { isTunnelError } from '@banyan/tunnel';
import { isAgentError } from '../agent-error.ts';
import { parseAllowList } from './allow-list.ts';
import { DialPolicy } from './dial-policy.ts';

const NAMES: Record<string, readonly string[]> = {
  'web.shop.svc': ['10.96.0.7'],
  'web.shop.svc.cluster.local.': ['10.96.0.7'],
  'evil.shop.svc': ['169.254.169.254'],
  'rebind.shop.svc': ['127.0.0.1', '10.96.0.8'],
  'mapped.shop.svc': ['::ffff:127.0.0.1'],
  'db.example.com': ['192.0.2.7', '2001:db8::7'],
  localhost: ['127.0.0.1'],
};

function policy(
  allow: readonly string[],
  server = 'https://10.96.0.1:443',
  asked: string[] = [],
): DialPolicy {
  return new DialPolicy({
    member: { server },
    allow: parseAllowList(allow),
    resolve: (host) => {
      asked.push(host);
      const addresses = NAMES[host];
      return addresses === undefined ? Promise.reject(new Error('no such name')) : Promise.resolve(addresses);
    },
  });
}

suite('the API server of the member', () => {
  const own = { kind: 'api-server', host: '10.96.0.1', port: 443 };
  for (const host of [
    '10.96.0.1',
    '::ffff:10.96.0.1',
    '::FFFF:a60:1',
    'kubernetes',
    'kubernetes.default',
    'Kubernetes.Default.svc',
    'kubernetes.default.svc.cluster.local',
    'kubernetes.default.svc.cluster.local.',
  ]) {
    test(`is reached as ${host}`, async () => {
      assert.deepEqual(await policy([]).decide({ host, port: 443 }), own);
    });
  }

  test('is reached on loopback, if that is where the agent reaches it', async () => {
    const here = policy([], 'https://127.0.0.1:6443');
    assert.deepEqual(await here.decide({ host: '127.0.0.1', port: 6443 }), {
      kind: 'api-server',
      host: '127.0.0.1',
      port: 6443,
    });
    for (const target of [
      { host: '127.0.0.1', port: 6444 },
      { host: '127.0.0.2', port: 6443 },
      { host: 'localhost', port: 6443 },
      { host: '::1', port: 6443 },
    ]) {
      assert.equal((await here.decide(target)).kind, 'refused', JSON.stringify(target));
    }
  });

  test('is called kubernetes on its own port alone', async () => {
    assert.equal((await policy([]).decide({ host: 'kubernetes.default.svc', port: 10250 })).kind, 'refused');
  });
});

suite('without a list nothing else is reached', () => {
  for (const host of ['10.0.0.5', 'web.shop.svc', 'example.com', 'kubernetes.default.svc.evil.com', '']) {
    test(`not ${JSON.stringify(host)}, whose name is not even asked for`, async () => {
      const asked: string[] = [];
      const decision = await policy([], undefined, asked).decide({ host, port: 443 });
      assert.equal(decision.kind, 'refused');
      assert.deepEqual(asked, []);
    });
  }
});

/** Every way to write loopback and metadata addresses that some resolver or system takes. */
const HIDDEN = [
  '127.0.0.1',
  '127.8.8.8',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '017700000001',
  '0',
  '0.0.0.0',
  '::',
  '::1',
  '0:0:0:0:0:0:0:1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '0:0:0:0:0:ffff:7f00:0001',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '169.254.169.254',
  '2852039166',
  '0xa9fea9fe',
  '0xa9.0xfe.0xa9.0xfe',
  '0251.0376.0251.0376',
  '169.254.43518',
  '::ffff:169.254.169.254',
  '::ffff:a9fe:a9fe',
  '64:ff9b::a9fe:a9fe',
  '2002:a9fe:a9fe::1',
  '169.254.0.1',
  'fe80::1',
  'fe80::1%eth0',
  'fd00:ec2::254',
  '100.100.100.200',
  '168.63.129.16',
  '224.0.0.1',
  'ff02::1',
  '255.255.255.255',
  'localhost',
  'localhost.',
];

suite('addresses of the node and of the cloud', () => {
  for (const host of HIDDEN) {
    test(`${host} is refused, whatever names are allowed`, async () => {
      const asked: string[] = [];
      const decision = await policy(['*.svc', '*.com', 'db.example.com'], undefined, asked).decide({
        host,
        port: 80,
      });
      assert.equal(decision.kind, 'refused');
      assert.deepEqual(asked, []);
    });
  }

  for (const [what, host, decision] of [
    ['a name that leads there is refused', 'evil.shop.svc', 'refused'],
    ['also in the mapped form', 'mapped.shop.svc', 'refused'],
  ] as const) {
    test(what, async () => {
      assert.equal((await policy(['*.svc']).decide({ host, port: 80 })).kind, decision);
    });
  }

  test('a name that leads there too is reached at its other addresses', async () => {
    const decision = await policy(['*.svc']).decide({ host: 'rebind.shop.svc', port: 80 });
    assert.deepEqual(decision, { kind: 'addresses', addresses: ['10.96.0.8'], port: 80 });
  });

  for (const [entry, host, port, addresses] of [
    ['127.0.0.1:9100', '127.0.0.1', 9100, ['127.0.0.1']],
    ['127.0.0.1:9100', '::ffff:127.0.0.1', 9100, ['127.0.0.1']],
    ['[::1]:9100', '::1', 9100, ['::1']],
    ['localhost:9100', 'localhost', 9100, ['127.0.0.1']],
    ['169.254.169.254:80', '169.254.169.254', 80, ['169.254.169.254']],
  ] as const) {
    test(`${host} is reached if ${entry} is written`, async () => {
      assert.deepEqual(await policy([entry]).decide({ host, port }), { kind: 'addresses', addresses, port });
      assert.equal((await policy([entry]).decide({ host, port: port + 1 })).kind, 'refused');
    });
  }
});

suite('what the list names is reached', () => {
  for (const [entry, host, port, kind] of [
    ['web.shop.svc:80', 'web.shop.svc', 80, 'addresses'],
    ['web.shop.svc:80', 'WEB.shop.svc.cluster.local.', 80, 'addresses'],
    ['web.shop.svc.cluster.local:80', 'web.shop.svc', 80, 'addresses'],
    ['web.shop.svc:80', 'web.shop.svc', 81, 'refused'],
    ['web.shop.svc', 'web.shop.svc', 81, 'addresses'],
    ['*.svc', 'web.shop.svc', 8080, 'addresses'],
    ['*.shop.svc:8080', 'web.shop.svc', 8080, 'addresses'],
    ['*.other.svc', 'web.shop.svc', 8080, 'refused'],
    ['*.svc', 'web.shop.svc.evil.com', 80, 'refused'],
    ['*.svc', 'svc', 80, 'refused'],
    ['10.0.0.5:443', '10.0.0.5', 443, 'addresses'],
    ['10.0.0.5:443', '10.0.0.50', 443, 'refused'],
    ['fd12::5', 'fd12:0::5', 443, 'addresses'],
  ] as const) {
    test(`${entry} and ${host}:${port}: ${kind}`, async () => {
      assert.equal((await policy([entry]).decide({ host, port })).kind, kind);
    });
  }

  test('at the addresses that were checked', async () => {
    assert.deepEqual(await policy(['db.example.com:5432']).decide({ host: 'db.example.com', port: 5432 }), {
      kind: 'addresses',
      addresses: ['192.0.2.7', '2001:db8::7'],
      port: 5432,
    });
  });

  for (const entry of [
    '',
    '*',
    'a b',
    'host:0',
    'host:70000',
    'host:x',
    '[::1',
    '[name]:1',
    '2130706433',
    '0x7f.1',
    '10.0.0.0/8',
    '*.*',
  ]) {
    test(`${JSON.stringify(entry)} cannot be written`, () => {
      assert.throws(
        () => parseAllowList([entry]),
        (error) => isAgentError(error, 'bad-option'),
      );
    });
  }
});

suite('dialling', () => {
  test('opens what is allowed', async () => {
    const server = createServer((socket) => socket.end('hello')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const stream = await policy([], `https://127.0.0.1:${port}`).dial(
      { host: '127.0.0.1', port },
      AbortSignal.timeout(300_000),
    );
    const chunks: unknown[] = await stream.toArray();
    assert.equal(String(chunks[0]), 'hello');
    stream.destroy();
    server.close();
    await once(server, 'close');
  });

  test('says whether the policy or the network is against it', async () => {
    const { signal } = new AbortController();
    await assert.rejects(policy([]).dial({ host: '10.0.0.5', port: 80 }, signal), (error) =>
      isTunnelError(error, 'refused'),
    );
    await assert.rejects(policy(['*.svc']).dial({ host: 'gone.shop.svc', port: 80 }, signal), (error) =>
      isTunnelError(error, 'unreachable'),
    );
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as AddressInfo;
    closed.close();
    await once(closed, 'close');
    await assert.rejects(policy([`127.0.0.1:${port}`]).dial({ host: '127.0.0.1', port }, signal), (error) =>
      isTunnelError(error, 'unreachable'),
    );
  });

  test('ends with its signal', async () => {
    await assert.rejects(
      policy(['10.0.0.5:80']).dial({ host: '10.0.0.5', port: 80 }, AbortSignal.abort()),
      (error) => isTunnelError(error, 'aborted'),
    );
  });
});
