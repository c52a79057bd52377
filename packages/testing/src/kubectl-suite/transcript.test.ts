import assert from 'node:assert/strict';
import test from 'node:test';
import { transcriptDifference } from './compare-transcripts.ts';
import type { Scenario } from './scenario.ts';
import { printTranscript, type StepResult } from './transcript.ts';

const SCENARIO: Scenario = { id: 'example', name: 'a config map is made and not found again', steps: [] };

const RESULTS: readonly StepResult[] = [
  { step: { run: 'create cm one' }, exit: 0, stdout: 'configmap/one created\n', stderr: '' },
  {
    step: { run: 'get cm one two', as: 'jane', exit: 1 },
    exit: 1,
    stdout: 'NAME   DATA   AGE\none    0      3s\n',
    stderr: 'Error from server (NotFound): configmaps "two" not found\n',
  },
  { step: { run: 'get cm one -o jsonpath={.kind}' }, exit: 0, stdout: 'ConfigMap', stderr: '' },
];

const RECORDED = `# a config map is made and not found again

$ kubectl create cm one
out| configmap/one created
exit 0

jane$ kubectl get cm one two
out| NAME   DATA   AGE
out| one    0      <age>
err| Error from server (NotFound): configmaps "two" not found
exit 1

$ kubectl get cm one -o jsonpath={.kind}
out~ ConfigMap
exit 0
`;

test('a transcript tells who ran what, both streams and the exit code', () => {
  assert.equal(printTranscript(SCENARIO, RESULTS), RECORDED);
});

test('a later run with other ages gives the same transcript', () => {
  const later = RESULTS.map((result) => ({ ...result, stdout: result.stdout.replace('3s', '12m') }));
  assert.equal(transcriptDifference(RECORDED, printTranscript(SCENARIO, later)), undefined);
});

/** Each is one way in which a server could answer otherwise. */
const CORRUPTIONS: readonly [what: string, change: (result: StepResult, i: number) => StepResult][] = [
  ['a changed word', (r) => ({ ...r, stderr: r.stderr.replace('NotFound', 'Forbidden') })],
  ['a missing line', (r, i) => (i === 1 ? { ...r, stdout: 'NAME   DATA   AGE\n' } : r)],
  ['a changed exit code', (r, i) => (i === 1 ? { ...r, exit: 2 } : r)],
  ['a line too many', (r, i) => (i === 0 ? { ...r, stdout: `${r.stdout}more\n` } : r)],
  ['a warning on stderr', (r, i) => (i === 0 ? { ...r, stderr: 'Warning: old\n' } : r)],
  ['stdout on stderr', (r, i) => (i === 0 ? { ...r, stdout: r.stderr, stderr: r.stdout } : r)],
  ['a line break too many', (r, i) => (i === 2 ? { ...r, stdout: `${r.stdout}\n` } : r)],
  ['an age where none was known', (r, i) => (i === 1 ? { ...r, stdout: r.stdout.replace('3s', 'none') } : r)],
];

for (const [what, change] of CORRUPTIONS)
  test(`the comparison fails on ${what}`, () => {
    const difference = transcriptDifference(RECORDED, printTranscript(SCENARIO, RESULTS.map(change)));
    assert.notEqual(difference, undefined);
  });

test('a step that is missing at the end is a difference', () => {
  const difference = transcriptDifference(RECORDED, printTranscript(SCENARIO, RESULTS.slice(0, 2)));
  assert.match(difference ?? '', /jsonpath/);
});

test('a difference names the command and shows both sides', () => {
  const changed = RECORDED.replace('"two" not found', '"two" is gone');
  const difference = transcriptDifference(RECORDED, changed) ?? '';
  assert.match(difference, /of jane\$ kubectl get cm one two/);
  assert.match(difference, /recorded:[\s\S]*not found[\s\S]*now:[\s\S]*is gone/);
});

test('only stdout, only its last line, or only the exit code, is compared where the scenario says so', () => {
  const result = { exit: 0, stdout: 'waiting 1\nwaiting 2\ndone\n', stderr: 'noise\n' };
  const print = (step: StepResult['step']) =>
    printTranscript(SCENARIO, [{ ...result, step }])
      .split('\n')
      .slice(2);
  assert.deepEqual(print({ run: 'a', compare: 'last-line' }), ['$ kubectl a', 'out| done', 'exit 0', '']);
  const stdoutOnly = ['$ kubectl a', 'out| waiting 1', 'out| waiting 2', 'out| done', 'exit 0', ''];
  assert.deepEqual(print({ run: 'a', compare: 'stdout' }), stdoutOnly);
  assert.deepEqual(print({ run: 'a', compare: 'exit-code' }), ['$ kubectl a', 'exit 0', '']);
});

test('of an explanation the outline is compared, not the prose', () => {
  const stdout =
    'KIND:  Web\n\nDESCRIPTION:\n    Some prose.\n\nFIELDS:\n  size\t<string>\n  enum: big\n    More prose.\n';
  const result = { step: { run: 'a', compare: 'outline' }, exit: 0, stdout, stderr: '' } as const;
  const lines = printTranscript(SCENARIO, [result]).split('\n').slice(3, -2);
  assert.deepEqual(lines, [
    'out| KIND:  Web',
    'out| DESCRIPTION:',
    'out| FIELDS:',
    'out|   size\t<string>',
    'out|   enum: big',
  ]);
});

test('what went through a forwarded port is part of the transcript', () => {
  const step = { run: 'port-forward pod/app :80', forward: 'hello\n' };
  const result: StepResult = { step, exit: 'ended', stdout: '', stderr: '', answer: 'hullo\n' };
  assert.match(printTranscript(SCENARIO, [result]), /sent\| hello\ngot\| hullo\nexit ended\n$/);
});
