import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRepeatable } from './is-repeatable.ts';

const ROWS: readonly (readonly [string, boolean])[] = [
  ['kubectl get pods', true],
  ['kubectl --context member1 get pods', true],
  ['kubectl --context=member1 -n x get pods', true],
  ['banyan clusters -o wide', true],
  ['kubectl get a\nkubectl get b', true],
  ['kubectl get a \\\n  -o yaml', true],
  ['kubectl get a\n\nkubectl delete a', false],
  ['kubectl --context get delete x', false],
  ['banyan apply -f x', false],
  ['rm x', false],
  ['kubectl', false],
];

for (const [command, answer] of ROWS) {
  test(`${JSON.stringify(command)} ${answer ? 'only looks' : 'does something'}`, () =>
    assert.equal(isRepeatable(command), answer));
}
