import test from 'node:test';
import { findOtherKubectls } from './find-kubectl.ts';
import { startRealTarget } from './real-target.ts';
import { testScenarios } from './test-scenarios.ts';

const others = findOtherKubectls();

if (others.length === 0)
  test('other versions of kubectl run the same commands', { skip: 'no other kubectl on the PATH' }, () => {});

for (const kubectl of others)
  testScenarios({
    title: `kubectl ${kubectl.version} runs the same commands with the same success`,
    kubectl,
    start: () => startRealTarget('living'),
    compare: 'exit-codes',
  });
