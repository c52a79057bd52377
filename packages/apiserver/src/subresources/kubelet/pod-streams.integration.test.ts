import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Duplex, Readable } from 'node:stream';
import { test } from 'node:test';
import type { CertificateAuthority } from '@banyan/kube';
import { podOnNode, testCluster, testKubelet } from '../test-cluster.ts';

const POD = '/api/v1/namespaces/default/pods/p';
const UPGRADE = { connection: 'Upgrade', upgrade: 'websocket' };
const SWITCHED = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';

/** What the server shows to kubelets, and whom it trusts to be one. */
function kubeletOptions(ca: CertificateAuthority) {
  const [notBefore, notAfter] = [new Date(Date.now() - 60_000), new Date(Date.now() + 3_600_000)];
  const usages = ['client'] as const;
  const client = ca.issue({ commonName: 'apiserver', usages, notBefore, notAfter });
  return { kubelet: { ...client, ca: ca.certificate } };
}

test('a log comes from the kubelet, as it is written, by options in the kubelet’s words', async (t) => {
  const cluster = await testCluster(t, kubeletOptions);
  const asked: string[] = [];
  const { port, callers } = await testKubelet(t, cluster.ca, {
    onRequest: ({ url = '' }, response) => {
      asked.push(url);
      response.writeHead(200, { 'content-type': 'application/x-odd' }).end('line\n');
    },
  });
  await podOnNode(cluster, port);
  const query = 'follow=true&tailLines=3&timestamps=1&previous=false&sinceSeconds=9&unknown=x';
  const { status, body } = await cluster.ask('GET', `${POD}/log?${query}`);
  assert.deepEqual({ status, text: body.text }, { status: 200, text: 'line\n' });
  assert.deepEqual(asked, [
    '/containerLogs/default/p/app?follow=true&timestamps=true&sinceSeconds=9&tailLines=3',
  ]);
  assert.deepEqual(callers, ['apiserver']);
});

const REFUSALS: readonly [kubelet: number, status: number, message: string][] = [
  [400, 400, 'because'],
  [500, 500, 'Internal error occurred: because'],
  [404, 404, 'the server could not find the requested resource ( pods/log p)'],
  [403, 403, 'because ( pods/log p)'],
  [503, 503, 'the server is currently unable to handle the request ( pods/log p)'],
  [502, 502, 'an error on the server ("because") has prevented the request from succeeding ( pods/log p)'],
  [
    418,
    418,
    'the server responded with the status code 418 but did not return more information ( pods/log p)',
  ],
];

test('what a kubelet refuses is refused', async (t) => {
  const cluster = await testCluster(t, kubeletOptions);
  let code = 0;
  const { port } = await testKubelet(t, cluster.ca, {
    onRequest: (_request, response) => response.writeHead(code).end('because'),
  });
  await podOnNode(cluster, port);
  for (const [kubelet, status, message] of REFUSALS) {
    code = kubelet;
    const answer = await cluster.ask('GET', `${POD}/log`);
    assert.deepEqual([answer.status, answer.body.message], [status, message], String(kubelet));
  }
});

test('a kubelet that is not there, or is not who it says, answers nothing', async (t) => {
  const cluster = await testCluster(t, kubeletOptions);
  await podOnNode(cluster, 1);
  const log = await cluster.ask('GET', `${POD}/log`);
  assert.equal(log.status, 500);
  assert.equal(
    log.body.message,
    'Get "https://127.0.0.1:1/containerLogs/default/p/app": dial tcp 127.0.0.1:1: connect: connection refused',
  );
  const other = await testCluster(t);
  const { port, callers } = await testKubelet(t, other.ca, { onRequest: (_q, response) => response.end() });
  await cluster.ask('PATCH', '/api/v1/nodes/n/status', {
    status: { daemonEndpoints: { kubeletEndpoint: { Port: port } } },
  });
  const answer = await cluster.ask('GET', `${POD}/log`);
  assert.equal(answer.status, 500);
  assert.deepEqual(callers, []);
  const trusting = await cluster.ask('GET', `${POD}/log?insecureSkipTLSVerifyBackend=true`);
  assert.equal(trusting.status, 200);
});

const STREAMS: readonly [path: string, kubelet: string][] = [
  [
    'exec?command=sh&command=-c&command=ls%20%26&stdin=1&stdout=true&tty=false',
    '/exec/default/p/app?input=1&output=1&command=sh&command=-c&command=ls+%26',
  ],
  ['attach?container=app&stderr=1&tty=1', '/attach/default/p/app?error=1&tty=1'],
  ['portforward?ports=80,81', '/portForward/default/p?port=80%2C81'],
  ['portforward', '/portForward/default/p'],
];

test('a stream is joined with one to the kubelet, whatever they speak', async (t) => {
  const cluster = await testCluster(t, kubeletOptions);
  const asked: string[] = [];
  const { port } = await testKubelet(t, cluster.ca, {
    onUpgrade: ({ url = '', headers }, socket) => {
      asked.push(url);
      socket.write(SWITCHED);
      socket.write(`${headers['sec-websocket-protocol']}|`);
      socket.pipe(socket);
    },
  });
  await podOnNode(cluster, port);
  for (const [path, kubelet] of STREAMS) {
    const headers = { ...UPGRADE, 'sec-websocket-protocol': 'v5.channel.k8s.io' };
    const request = cluster.open('GET', `${POD}/${path}`, { headers }).end();
    const [, socket, head] = (await once(request, 'upgrade')) as [IncomingMessage, Duplex, Buffer];
    socket.write('hello');
    let heard = head.toString();
    for await (const part of socket as AsyncIterable<Buffer>) {
      heard += part.toString();
      if (heard.endsWith('hello')) break;
    }
    assert.equal(heard, 'v5.channel.k8s.io|hello');
    assert.equal(asked.at(-1), kubelet);
  }
});

test('a kubelet’s refusal of a protocol reaches the client, which may then ask for another', async (t) => {
  const cluster = await testCluster(t, kubeletOptions);
  const { port } = await testKubelet(t, cluster.ca, {
    onUpgrade: (_request, socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'),
  });
  await podOnNode(cluster, port);
  const request = cluster.open('GET', `${POD}/exec?command=ls`, { headers: UPGRADE }).end();
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  assert.equal(answer.statusCode, 403);
});

test('who may get a Pod’s exec and not create one has no stream', async (t) => {
  const cluster = await testCluster(t, kubeletOptions);
  await podOnNode(cluster, 1);
  const rules = [{ apiGroups: [''], resources: ['pods/exec'], verbs: ['get'] }];
  const base = '/apis/rbac.authorization.k8s.io/v1';
  await cluster.ask('POST', `${base}/clusterroles`, { metadata: { name: 'r' }, rules });
  await cluster.ask('POST', `${base}/clusterrolebindings`, {
    metadata: { name: 'b' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'r' },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'jane' }],
  });
  const as = cluster.client('jane');
  const request = cluster.open('GET', `${POD}/exec?command=ls`, { headers: UPGRADE, as }).end();
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  assert.equal(answer.statusCode, 403);
});

test('a client that goes, and a server that stops, end the streams to the kubelet', async (t) => {
  const cluster = await testCluster(t, kubeletOptions);
  const opened: { socket: Duplex; hasEnded: Promise<unknown> }[] = [];
  const { port } = await testKubelet(t, cluster.ca, {
    onUpgrade: (_request, socket) => {
      socket.on('error', () => {});
      opened.push({ socket, hasEnded: once(socket.resume(), 'end') });
      socket.write(SWITCHED);
    },
    onRequest: (_request, response) => response.write('first\n'),
  });
  await podOnNode(cluster, port);
  const open = async () => {
    const request = cluster.open('POST', `${POD}/attach`, { headers: UPGRADE }).end();
    const [, socket] = (await once(request, 'upgrade')) as [IncomingMessage, Duplex];
    socket.on('error', () => {});
    return socket;
  };
  const [leaving, staying] = [await open(), await open()];
  leaving.destroy();
  await opened[0]?.hasEnded;
  const log = cluster.open('GET', `${POD}/log?follow=true`).end();
  const [answer] = (await once(log, 'response')) as [IncomingMessage];
  const areClosed = [closed(staying), closed(answer)];
  await cluster.stop();
  await Promise.all([...areClosed, opened[1]?.hasEnded]);
});

/** However it ends. */
function closed(stream: Readable): Promise<void> {
  stream.on('error', () => {});
  return new Promise((resolve) => stream.resume().once('close', resolve));
}
