import assert from 'node:assert/strict';
import { test } from 'node:test';
import { behaviourOf, durationMs, type Behaviour } from './behaviour.ts';

const WELL: Behaviour = {
  crashCode: undefined,
  isOutOfMemory: false,
  isNeverReady: false,
  startDelayMs: 0,
  failsImagePull: false,
  stopDelayMs: 0,
};

const SAID: readonly [annotations: Record<string, string>, behaviour: Partial<Behaviour>][] = [
  [{}, {}],
  [{ 'crash-loop': 'true' }, { crashCode: 1 }],
  [{ 'crash-loop': '7' }, { crashCode: 7 }],
  [{ 'crash-loop': 'false' }, {}],
  [{ 'oom-kill': 'true' }, { crashCode: 137, isOutOfMemory: true }],
  [{ 'never-ready': 'true' }, { isNeverReady: true }],
  [{ 'never-ready': 'yes' }, {}],
  [{ 'slow-start': '1m30s' }, { startDelayMs: 90_000 }],
  [{ 'slow-stop': '5' }, { stopDelayMs: 5000 }],
  [{ 'image-pull-error': 'true' }, { failsImagePull: true }],
];

test('annotations say what a pod does wrong', () => {
  for (const [said, behaviour] of SAID) {
    const annotations = Object.fromEntries(
      Object.entries(said).map(([name, value]) => [`simulate.banyan.dev/${name}`, value]),
    );
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { annotations }, spec: { containers: [] } };
    assert.deepEqual(behaviourOf(pod), { ...WELL, ...behaviour }, JSON.stringify(said));
  }
});

test('what is no duration is none', () => {
  for (const [text, ms] of [
    ['500ms', 500],
    ['2h', 7_200_000],
    ['1.5s', 1500],
    ['3', 3000],
    ['soon', 0],
    ['1s later', 0],
    ['', 0],
  ] as const)
    assert.equal(durationMs(text), ms, text);
});
