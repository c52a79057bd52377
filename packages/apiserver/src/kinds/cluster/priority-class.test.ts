import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '@banyan/api';
import { EMPTY_ENVIRONMENT } from '../kind-environment.ts';
import { priorityClassRules } from './priority-class.ts';

const named = (name: string, globalDefault = true): KubeObject => ({
  apiVersion: 'scheduling.k8s.io/v1',
  kind: 'PriorityClass',
  metadata: { name },
  value: 1,
  globalDefault,
});
const among = (...others: KubeObject[]) => priorityClassRules({ ...EMPTY_ENVIRONMENT, list: () => others });
const refused = (name: string) => ({
  message: `priorityclasses.scheduling.k8s.io "${name}" is forbidden: PriorityClass one is already marked as default. Only one default can exist`,
});

test('there is one default', () => {
  assert.doesNotThrow(() => among().allocate?.(named('one'), undefined, false));
  assert.doesNotThrow(() => among(named('one', false)).allocate?.(named('two'), undefined, false));
  assert.doesNotThrow(() => among(named('one')).allocate?.(named('two', false), undefined, false));
  assert.throws(() => among(named('one')).allocate?.(named('two'), undefined, false), refused('two'));
});

test('the default may be written again, but not made again', () => {
  const rules = among(named('one'));
  assert.doesNotThrow(() => rules.allocate?.(named('one'), named('one'), false));
  assert.throws(() => rules.allocate?.(named('one'), undefined, false), refused('one'));
  assert.throws(() => rules.allocate?.(named('two'), named('two', false), false), refused('two'));
});
