import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { DEFAULT_FEATURE_GATES, parseFeatureGates } from './feature-gates.ts';

suite('feature gates', () => {
  for (const [text, changes] of [
    ['', {}],
    ['ClusterInit=true', { ClusterInit: true }],
    ['AppPusher=false,ClusterInit=true', { AppPusher: false, ClusterInit: true }],
    [' Predictor = False , ', { Predictor: false }],
    ['Recovery=true,Recovery=false', { Recovery: false }],
    ['AllAlpha=true,Recovery=false', { ClusterInit: true, MultiClusterService: true, Recovery: false }],
  ] as const) {
    test(`"${text}" changes ${JSON.stringify(changes)}`, () => {
      assert.deepEqual(parseFeatureGates(text), { ...DEFAULT_FEATURE_GATES, ...changes });
    });
  }

  for (const [text, words] of [
    ['Teleport=true', /no gate "Teleport"; there are SocketConnection, .*ClusterInit/],
    ['constructor=true', /no gate "constructor"/],
    ['ClusterInit', /"ClusterInit" is not NAME=true or NAME=false/],
    ['ClusterInit=maybe', /"ClusterInit=maybe" is not/],
    ['ClusterInit=true=false', /is not NAME/],
  ] as const) {
    test(`"${text}" is refused`, () => {
      assert.throws(() => parseFeatureGates(text), words);
    });
  }
});
