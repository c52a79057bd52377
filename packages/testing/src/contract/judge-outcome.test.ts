import assert from 'node:assert/strict';
import { test } from 'node:test';
import { problemsOf } from './judge-outcome.ts';
import type { Transcript } from './transcript.ts';

const transcript = (status: number): Transcript => ({
  name: 'a case',
  exchanges: [{ request: { method: 'GET', path: '/' }, response: { status, headers: {} } }],
});

test('a run as recorded has no problem', () => {
  assert.deepEqual(problemsOf('row/id', { transcript: transcript(200) }, transcript(200)), []);
});

test('every problem names its case', () => {
  const found = [
    problemsOf('row/id', undefined, transcript(200)),
    problemsOf('row/id', { error: new Error('row/id: it broke') }, transcript(200)),
    problemsOf('row/id', { transcript: transcript(200) }, undefined),
    problemsOf('row/id', { transcript: transcript(500) }, transcript(200)),
  ];
  for (const problems of found) {
    assert.equal(problems.length, 1);
    assert.match(problems[0] ?? '', /^row\/id\b/);
  }
});
