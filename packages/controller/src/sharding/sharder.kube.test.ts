import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ServerProcess, startCluster, type Cluster } from '@banyan/testing';
import { ReplicaJournal } from '../replica/replica-journal.ts';

const PROGRAM = fileURLToPath(new URL('../replica/replica-process.ts', import.meta.url));
const TIMES = '4000/2500/500';
const SHARDS = ['shard-0', 'shard-1', 'shard-2', 'shard-3'];

function newReplica(cluster: Cluster, journal: ReplicaJournal, identity: string): ServerProcess {
  return new ServerProcess({
    name: identity,
    program: process.execPath,
    args: [PROGRAM, cluster.kubeconfig, 'shard', 'group', identity, journal.file, TIMES],
    logFile: join(cluster.dir, `${identity}.log`),
    isReady: async () => true,
  });
}

test(
  'shards move to who joins, and from who is stopped, killed or asleep; never two owners',
  { timeout: 1_200_000 },
  async () => {
    await using cluster = await startCluster();
    const journal = new ReplicaJournal(join(cluster.dir, 'journal'));
    const owners = () => SHARDS.map((shard) => journal.lastActor(shard));
    const shares = async (expected: Record<string, number>): Promise<void> => {
      const what = `shares ${JSON.stringify(expected)}`;
      await cluster.until(what, async () =>
        Object.entries(expected).every(
          ([identity, count]) => owners().filter((owner) => owner === identity).length === count,
        ),
      );
    };
    const a = cluster.owns(newReplica(cluster, journal, 'a'));
    const b = cluster.owns(newReplica(cluster, journal, 'b'));
    const c = cluster.owns(newReplica(cluster, journal, 'c'));
    await a.start();
    await shares({ a: 4 });
    await b.start();
    await shares({ a: 2, b: 2 });
    a.signal('SIGSTOP');
    await shares({ b: 4 });
    a.signal('SIGCONT');
    await shares({ a: 2, b: 2 });
    await a.kill();
    await shares({ b: 4 });
    await c.start();
    await shares({ b: 2, c: 2 });
    await b.stop();
    await shares({ c: 4 });
    await c.stop();
    assert.deepEqual(journal.staleActs(), [], 'nobody acted on a shard after another had taken it over');
    const { stdout } = await cluster.kubectl([
      'get',
      'leases',
      '-l',
      'banyan.dev/shard-group=group',
      '-o',
      'name',
    ]);
    assert.deepEqual(
      stdout
        .trim()
        .split('\n')
        .filter((name) => name.includes('-shard-')),
      SHARDS.map((shard) => `lease.coordination.k8s.io/group-${shard}`),
    );
  },
);
