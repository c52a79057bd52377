import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { kubeProgram, ServerProcess, startCluster, type Cluster } from '@banyan/testing';
import type { Lease } from '../lease/lease.ts';
import { ReplicaJournal } from '../replica/replica-journal.ts';

const PROGRAM = fileURLToPath(new URL('../replica/replica-process.ts', import.meta.url));
/** Shorter than in production, so that the tests are. */
const TIMES = '4000/2500/500';
/** Nobody loses such a lease because the machine was busy for a while. */
const LONG_TIMES = '600000/400000/500';

let cluster: Cluster;
before(async () => {
  cluster = await startCluster();
});
after(async () => {
  await cluster?.stop();
});

interface Election extends AsyncDisposable {
  readonly journal: ReplicaJournal;
  readonly replicas: ReadonlyMap<string, ServerProcess>;
  replica(identity: string): ServerProcess;
  /** Waits until someone other than these acts. */
  leaderOtherThan(...others: (string | undefined)[]): Promise<string>;
}

function newReplica(journal: ReplicaJournal, name: string, identity: string, times: string): ServerProcess {
  return new ServerProcess({
    name: identity,
    program: process.execPath,
    args: [PROGRAM, cluster.kubeconfig, 'elect', name, identity, journal.file, times],
    logFile: join(cluster.dir, `${name}-${identity}.log`),
    isReady: async () => true,
  });
}

async function startElection(name: string, times = TIMES): Promise<Election> {
  const journal = new ReplicaJournal(join(cluster.dir, `${name}.journal`));
  const replicas = new Map(
    ['a', 'b', 'c'].map((identity) => [identity, newReplica(journal, name, identity, times)]),
  );
  await Promise.all([...replicas.values()].map((replica) => replica.start()));
  return {
    journal,
    replicas,
    replica: (identity) => {
      const replica = replicas.get(identity);
      assert.ok(replica, identity);
      return replica;
    },
    leaderOtherThan: async (...others) => {
      const isOther = (leader?: string) => leader !== undefined && !others.includes(leader);
      await cluster.until(`a leader other than ${others.join()}`, async () => isOther(journal.lastActor()));
      return journal.lastActor() ?? '';
    },
    [Symbol.asyncDispose]: async () => {
      for (const replica of replicas.values()) replica.signal('SIGCONT');
      await Promise.all([...replicas.values()].map((replica) => replica.stop()));
      assert.deepEqual(journal.staleActs(), [], 'nobody acted after another had taken over');
    },
  };
}

describe('of three replicas in processes of their own', { timeout: 1_200_000 }, () => {
  test('one leads, and kubectl shows which', async () => {
    await using election = await startElection('shown', LONG_TIMES);
    const leader = await election.leaderOtherThan();
    const { stdout } = await cluster.kubectl(['get', 'lease', 'shown']);
    assert.match(stdout, new RegExp(`NAME +HOLDER +AGE\\nshown +${leader} `));
  });

  test('another leads after the leader was killed', async () => {
    await using election = await startElection('killed');
    const first = await election.leaderOtherThan();
    await election.replica(first).kill();
    const second = await election.leaderOtherThan(first);
    await election.replica(second).kill();
    await election.leaderOtherThan(first, second);
  });

  test('a leader that was stopped and wakes does not act: another has taken over', async () => {
    await using election = await startElection('stopped');
    const first = await election.leaderOtherThan();
    election.replica(first).signal('SIGSTOP');
    await election.leaderOtherThan(first);
    const epoch = election.journal.lines('act').findLast((line) => line.identity === first)?.epoch;
    const ended = () =>
      election.journal.lines('end').some((line) => line.identity === first && line.epoch === epoch);
    assert.equal(ended(), false);
    election.replica(first).signal('SIGCONT');
    await cluster.until('the old leader notices', async () => ended());
  });

  test('a leader that stops hands over without anyone waiting for the lease to run out', async () => {
    await using election = await startElection('released', LONG_TIMES);
    const first = await election.leaderOtherThan();
    await election.replica(first).stop();
    const second = await election.leaderOtherThan(first);
    await election.replica(second).stop();
    await election.leaderOtherThan(first, second);
  });

  test('nobody leads while the API server is away, and one leads when it is back', async () => {
    await using election = await startElection('restarted');
    const first = await election.leaderOtherThan();
    await cluster.apiServer.kill();
    const ended = () => election.journal.lines('end').some(({ identity }) => identity === first);
    await cluster.until('the leader steps down', async () => ended());
    const acts = election.journal.lines('act').length;
    await cluster.apiServer.start();
    await cluster.until('someone leads again', async () => election.journal.lines('act').length > acts);
  });
});

/** Each change of hands is counted: longer, so that a busy machine makes none of its own. */
const MIXED_TIMES = '8000/6000/500';

/** A real client-go elector, with the same times. */
function newScheduler(leaseName: string): ServerProcess {
  return new ServerProcess({
    name: 'kube-scheduler',
    program: kubeProgram('kube-scheduler'),
    args: [
      `--kubeconfig=${cluster.kubeconfig}`,
      '--secure-port=0',
      '--leader-elect=true',
      `--leader-elect-resource-name=${leaseName}`,
      '--leader-elect-resource-namespace=default',
      '--leader-elect-lease-duration=8s',
      '--leader-elect-renew-deadline=6s',
      '--leader-elect-retry-period=500ms',
    ],
    logFile: join(cluster.dir, 'scheduler.log'),
    isReady: async () => true,
  });
}

test('kube-scheduler and our replicas take turns at one lease', { timeout: 1_200_000 }, async () => {
  const journal = new ReplicaJournal(join(cluster.dir, 'mixed.journal'));
  const lease = () =>
    cluster.json<Lease>('GET', '/apis/coordination.k8s.io/v1/namespaces/default/leases/mixed');
  const holder = async () => (await lease()).spec?.holderIdentity ?? '';
  const a = cluster.owns(newReplica(journal, 'mixed', 'a', MIXED_TIMES));
  const b = cluster.owns(newReplica(journal, 'mixed', 'b', MIXED_TIMES));
  const scheduler = cluster.owns(newScheduler('mixed'));
  await a.start();
  await cluster.until('a leads', async () => journal.lastActor() === 'a');
  await scheduler.start();
  await cluster.until('the scheduler waits', async () =>
    scheduler.logTail(1_000).includes('Attempting to acquire'),
  );
  await a.kill();
  await cluster.until('the scheduler leads', async () => !['a', ''].includes(await holder()));
  await b.start();
  await scheduler.kill();
  await cluster.until('b leads', async () => journal.lastActor() === 'b');
  assert.deepEqual((await lease()).spec?.leaseTransitions, 2);
  await b.stop();
  assert.equal(await holder(), '');
});
