import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judge, outcomesOf, type SpecOutcome } from './specs.ts';

test('what ran is told with its whole name; what did not run, and set-up that worked, are not', () => {
  const spec = {
    LeafNodeType: 'It',
    LeafNodeText: 'works',
    ContainerHierarchyTexts: ['A', 'B'],
    RunTime: 2e9,
  };
  const outcomes = outcomesOf([
    {
      SpecReports: [
        { ...spec, State: 'passed' },
        { ...spec, LeafNodeText: 'is left out', State: 'skipped' },
        { ...spec, LeafNodeText: 'breaks', State: 'panicked', Failure: { Message: 'why' } },
        { LeafNodeType: 'BeforeSuite', LeafNodeText: '', State: 'passed', RunTime: 0 },
        { LeafNodeType: 'AfterSuite', LeafNodeText: '', State: 'failed', RunTime: 0 },
      ],
    },
    {},
  ]);
  assert.deepEqual(outcomes, [
    { name: 'A B breaks', state: 'failed', seconds: 2, message: 'why' },
    { name: 'A B works', state: 'passed', seconds: 2, message: '' },
    { name: 'AfterSuite', state: 'failed', seconds: 0, message: '' },
  ]);
});

test('failures that nobody knew of, and known ones that passed, are told apart', () => {
  const outcome = (name: string, state: SpecOutcome['state']) => ({ name, state, seconds: 0, message: '' });
  const outcomes = [outcome('one', 'failed'), outcome('two', 'failed'), outcome('three', 'passed')];
  const verdict = judge(
    outcomes,
    new Map([
      ['two', 'a reason'],
      ['three', 'a reason'],
      ['four', 'did not run this time'],
    ]),
  );
  assert.deepEqual(
    verdict.newFailures.map(({ name }) => name),
    ['one'],
  );
  assert.deepEqual(
    verdict.knownFailures.map(({ name }) => name),
    ['two'],
  );
  assert.deepEqual(verdict.outdated, ['three']);
});
