import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KubeError, type KubeErrorCode } from '@banyan/kube';
import { problemOf } from './templates-problem.ts';

const problems: readonly [code: KubeErrorCode, words: RegExp][] = [
  ['NotFound', /^https:\/\/hub keeps no templates: .*ShadowAPI is off\. Choose the hub with --kubeconfig/],
  ['Forbidden', /ClusterRole banyan:templates lets you in/],
  ['Unauthorized', /^the hub does not know who you are: said so$/],
  ['Unreachable', /^the hub does not answer: said so$/],
  ['ServiceUnavailable', /^the hub does not answer: said so$/],
  ['BadConfig', /^said so$/],
];
for (const [code, words] of problems)
  test(`${code} at the templates’ door is told in one line`, () => {
    const problem = problemOf(new KubeError(code, 'said so'), 'https://hub');
    assert.match(problem, words);
    assert.ok(!problem.includes('\n'));
  });
