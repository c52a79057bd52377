import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { KubeClient, loadConnection, type ClusterConnection } from '@banyan/kube';
import { startProgram, temporaryDir } from './program-fixture.ts';

const CONFIG_MAPS = { group: '', version: 'v1', resource: 'configmaps' };
const CLIENTS = 50;
/** More than are ever written before the end comes. */
const WRITES = 10_000;
const WATCHED_WRITES = 20;
const TRACER = 'strace';
const hasTracer = spawnSync(TRACER, ['-V']).status === 0;

for (const killAfter of [50, 5000]) {
  test(`kill -9 after ${killAfter} of ${WRITES} writes by ${CLIENTS} clients loses none that was acknowledged or seen`, async (t) => {
    const dir = await temporaryDir(t);
    const server = await startProgram(t, dir);
    const connection = await connectionIn(dir);
    const watched = await watchNames(connection);
    const acknowledged = new Set<string>();
    let next = 0;
    const clients = Array.from({ length: CLIENTS }, () => new KubeClient(connection));
    const writers = clients.map(async (client) => {
      while (next < WRITES) {
        const name = `object-${next++}`;
        await client.create(CONFIG_MAPS, configMap(name));
        acknowledged.add(name);
        if (acknowledged.size === killAfter) server.kill('SIGKILL');
      }
    });
    const outcomes = await Promise.allSettled(writers);
    assert.ok(outcomes.some(({ status }) => status === 'rejected'));
    await watched.ended;
    const seen = watched.names;
    await Promise.all(clients.map((client) => client.close()));
    t.diagnostic(`${acknowledged.size} acknowledged, ${seen.size} seen`);

    await startProgram(t, dir);
    const there = await namesIn(await connectionIn(dir));
    assert.ok(acknowledged.size >= killAfter);
    const lost = [...acknowledged, ...seen].filter((name) => !there.has(name));
    assert.deepEqual(lost, []);
  });
}

test(
  'the kernel has synced a write before anything of it goes to a client',
  { skip: !hasTracer && 'strace is not installed' },
  async (t) => {
    const dir = await temporaryDir(t);
    const trace = join(dir, 'trace');
    const traced = 'trace=write,writev,sendto,sendmsg,pwrite64,fsync,fdatasync';
    const server = await startProgram(t, dir, [TRACER, '-f', '-yy', '-e', traced, '-o', trace]);
    const connection = await connectionIn(dir);
    const watched = await watchNames(connection);
    const client = new KubeClient(connection);
    await client.create(CONFIG_MAPS, configMap('first'));
    await watched.until(1); // Both connections are made.
    for (let i = 0; i < WATCHED_WRITES; i += 1) await client.create(CONFIG_MAPS, configMap(`object-${i}`));
    await watched.until(1 + WATCHED_WRITES);
    await client.close();
    server.kill('SIGKILL');

    const calls = finishedCalls(readFileSync(trace, 'utf8'));
    const syncs = calls.flatMap((each, i) => (isLog(each) && each.call !== 'pwrite64' ? [i] : []));
    // Each write has a sync of its own, since the next is asked for after the answer.
    const before = syncs.at(-1 - WATCHED_WRITES) ?? calls.length;
    let isSynced = true;
    let answers = 0;
    for (const each of calls.slice(before)) {
      if (isLog(each)) isSynced = each.call !== 'pwrite64';
      if (!isSocket(each)) continue;
      assert.ok(isSynced, 'a client was told of what was not on the disk');
      answers += 1;
    }
    assert.ok(answers >= 2 * WATCHED_WRITES, `${answers} answers and events`);
  },
);

interface SystemCall {
  readonly call: string;
  readonly file: string;
}

const isLog = ({ file }: SystemCall) => file.endsWith('objects.db-wal');
const isSocket = ({ file }: SystemCall) => file.startsWith('TCP:');

/** What the kernel was asked for, in the order in which it began for sockets and ended for files. */
function finishedCalls(trace: string): SystemCall[] {
  const unfinished = new Map<string, string>();
  return trace.split('\n').flatMap((line) => {
    const [, thread = '', rest = ''] = /^(\d+) +(.*)$/.exec(line) ?? [];
    const isResumed = rest.startsWith('<...');
    const text = isResumed ? (unfinished.get(thread) ?? '') : rest;
    const [, call = '', file = ''] = /^(\w+)\(\d+<([^>]*)>/.exec(text) ?? [];
    const finished = { call, file };
    if (rest.endsWith('<unfinished ...>')) {
      unfinished.set(thread, rest);
      return isSocket(finished) ? [finished] : [];
    }
    return isSocket(finished) && isResumed ? [] : [finished];
  });
}

function configMap(name: string) {
  const data = { text: 'x'.repeat(500) };
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'default' }, data };
}

function connectionIn(dir: string): Promise<ClusterConnection> {
  return loadConnection({ path: join(dir, 'kubeconfig'), env: {} });
}

interface Watched {
  readonly names: ReadonlySet<string>;
  /** Resolves when so many were seen. */
  until(count: number): Promise<void>;
  /** When the server is gone. */
  readonly ended: Promise<void>;
}

async function watchNames(connection: ClusterConnection): Promise<Watched> {
  const client = new KubeClient(connection);
  const { metadata } = await client.list(CONFIG_MAPS, { namespace: 'default' });
  const { resourceVersion } = metadata;
  const names = new Set<string>();
  const news = new EventEmitter();
  const { signal } = new AbortController();
  const follow = async () => {
    try {
      const events = client.watch(CONFIG_MAPS, { namespace: 'default', resourceVersion, signal });
      for await (const { object } of events) {
        names.add(object.metadata.name ?? '');
        news.emit('seen');
      }
    } catch {
      // The server is gone.
    }
    await client.close();
  };
  const until = async (count: number) => {
    while (names.size < count) await once(news, 'seen');
  };
  return { names, until, ended: follow() };
}

async function namesIn(connection: ClusterConnection): Promise<Set<string>> {
  const client = new KubeClient(connection);
  const { items } = await client.list(CONFIG_MAPS, { namespace: 'default' });
  await client.close();
  return new Set(items.map(({ metadata }) => metadata.name ?? ''));
}
