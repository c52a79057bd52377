import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readJoinFlags } from './join-flags.ts';

test('a cluster joins by its kubeconfig or with an agent', () => {
  const direct = readJoinFlags(['berlin', '--kubeconfig', 'k', '--hub-context', 'hub', '--labels', 'a=1']);
  assert.equal(direct.kubeconfig, 'k');
  assert.deepEqual(direct.hub, { kubeconfig: undefined, context: 'hub' });
  assert.deepEqual(direct.labels, { a: '1' });
  const agent = readJoinFlags(['berlin', '--agent', '--wait=false', '-o', 'yaml']);
  assert.deepEqual([agent.kubeconfig, agent.wait, agent.syncMode], [undefined, false, 'Dual']);
});

const wrong: readonly [args: string[], words: RegExp][] = [
  [[], /under which name\?/],
  [['Berlin', '--agent'], /"Berlin" is no name/],
  [['berlin'], /how\? give --kubeconfig FILE of the cluster, or --agent/],
  [['berlin', '--agent', '--kubeconfig', 'k'], /how\?/],
  [['berlin', '--kubeconfig', 'k', '--apply-to', 'f'], /--apply-to is for --agent/],
  [['berlin', '--agent', '--insecure'], /--insecure is for --kubeconfig/],
  [['berlin', '--agent', '--hub-url', 'http://hub'], /--hub-url is an https/],
  [['berlin', '--agent', '--labels', 'a b=c'], /--labels is a list of labels such as/],
  [['berlin', '--agent', '--labels', 'a=c d'], /--labels is a list of labels such as/],
  [['berlin', '--agent', '-o', 'json'], /--output is yaml/],
];
for (const [args, words] of wrong)
  test(`banyan join ${args.join(' ')} is wrong use`, () => {
    assert.throws(() => readJoinFlags(args), { name: 'WrongUse', message: words });
  });
