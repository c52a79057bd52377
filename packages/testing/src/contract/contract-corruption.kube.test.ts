import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Cluster } from '../kubernetes/cluster.ts';
import { startCluster } from '../kubernetes/start-cluster.ts';
import { ALL_CASES } from './all-cases.ts';
import { caseKey } from './contract-case.ts';
import { clusterTarget } from './contract-target.ts';
import { CorruptingProxy, type Corruption, type PassingAnswer } from './corrupting-proxy.ts';
import { problemsOf } from './judge-outcome.ts';
import { runCases } from './run-cases.ts';
import { readTranscripts } from './transcript-files.ts';

interface Spoiled {
  readonly what: string;
  readonly fails: string;
  /** A case that goes through the same proxy unharmed. */
  readonly passes: string;
  readonly corruption: () => Corruption;
}

const inJson = (answer: PassingAnswer, change: (body: Record<string, unknown>) => void) => {
  const body = JSON.parse(answer.body) as Record<string, unknown>;
  change(body);
  answer.body = JSON.stringify(body);
};
const isOf = ({ path }: PassingAnswer, part: string) => path.includes(`/namespaces/${part}/`);

const SPOILED: readonly Spoiled[] = [
  {
    what: 'a status code is another',
    fails: 'verbs/update-conflict',
    passes: 'verbs/get',
    corruption: () => ({
      answer: (answer) => {
        if (isOf(answer, 'verbs-update-conflict') && answer.status === 409) answer.status = 422;
      },
    }),
  },
  {
    what: 'one field of a body is gone',
    fails: 'apply/conflict',
    passes: 'apply/create',
    corruption: () => ({
      answer: (answer) => {
        if (isOf(answer, 'apply-conflict') && answer.status === 409)
          inJson(answer, (body) => delete (body['details'] as Record<string, unknown>)['causes']);
      },
    }),
  },
  {
    what: 'an update that changed nothing has a new resourceVersion',
    fails: 'verbs/update-no-op',
    passes: 'verbs/create-exists',
    corruption: () => ({
      answer: (answer) => {
        if (isOf(answer, 'verbs-update-no-op') && answer.method === 'PUT')
          inJson(answer, (body) => {
            const metadata = body['metadata'] as { resourceVersion: string };
            metadata.resourceVersion = String(Number(metadata.resourceVersion) + 1);
          });
      },
    }),
  },
  {
    what: 'two watch events change places',
    fails: 'watch/from-version',
    passes: 'watch/no-op',
    corruption: () => {
      const held: string[] = [];
      return {
        line: (line, path) => {
          if (!path.includes('watch-from-version')) return [line];
          held.push(line);
          if (held.length === 1) return [];
          return held.length === 2 ? held.toReversed() : [line];
        },
      };
    },
  },
  {
    what: 'a watch event says MODIFIED for DELETED',
    fails: 'watch/labels-in-and-out',
    passes: 'watch/finalizers',
    corruption: () => ({
      line: (line, path) => [
        path.includes('watch-labels-in-and-out')
          ? line.replace('"type":"DELETED"', '"type":"MODIFIED"')
          : line,
      ],
    }),
  },
  {
    what: 'a warning header is missing',
    fails: 'validation/unknown-fields',
    passes: 'validation/dry-run-update',
    corruption: () => ({ answer: (answer) => void delete answer.headers['warning'] }),
  },
  {
    what: 'a later page is of another version',
    fails: 'lists/page',
    passes: 'lists/page-with-selector',
    corruption: () => ({
      answer: (answer) => {
        if (isOf(answer, 'lists-page') && answer.path.includes('continue='))
          inJson(answer, (body) => {
            const metadata = body['metadata'] as { resourceVersion: string };
            metadata.resourceVersion = String(Number(metadata.resourceVersion) + 1);
          });
      },
    }),
  },
];

/** Each case runs once here: names are stable, and all share one server. */
const UNSPOILED = ['apply/force', 'lists/list', 'watch/replays-history', 'patch/merge'];

describe('the contract suite, when an answer is spoiled on its way', () => {
  const recorded = readTranscripts();
  let cluster: Cluster;
  before(async () => void (cluster = await startCluster()));
  after(() => cluster.stop());

  async function failuresThrough(
    corruption: Corruption,
    keys: readonly string[],
  ): Promise<Map<string, readonly string[]>> {
    const cases = ALL_CASES.filter((one) => keys.includes(caseKey(one)));
    assert.equal(cases.length, keys.length);
    const validity = {
      notBefore: new Date(Date.now() - 3_600_000),
      notAfter: new Date(Date.now() + 3_600_000),
    };
    const identity = { commonName: 'proxy', hosts: ['127.0.0.1'], usages: ['server' as const], ...validity };
    const proxy = new CorruptingProxy(
      cluster.peer('admin', ['system:masters']),
      cluster.pki.ca.issue(identity),
    );
    const server = await proxy.start();
    proxy.corruption = corruption;
    try {
      const outcomes = await runCases(cases, { ...clusterTarget(cluster), server });
      const judged = [...outcomes].map(
        ([key, outcome]) => [key, problemsOf(key, outcome, recorded.get(key))] as const,
      );
      return new Map(judged.filter(([, problems]) => problems.length > 0));
    } finally {
      await proxy.stop();
    }
  }

  test('passes as long as nothing is spoiled', async () => {
    assert.deepEqual([...(await failuresThrough({}, UNSPOILED))], []);
  });

  for (const { what, fails, passes, corruption } of SPOILED)
    test(`fails if ${what}, and names the case`, async () => {
      const failures = await failuresThrough(corruption(), [fails, passes]);
      assert.deepEqual([...failures.keys()], [fails]);
      for (const [key, problems] of failures)
        for (const text of problems) assert.ok(text.startsWith(key), text);
    });
});
