import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { KubeObject } from '@banyan/api';
import { defaultClass } from './default-class.ts';
import { EMPTY_ENVIRONMENT } from './kind-environment.ts';

const RULE = { of: { group: 'x', resource: 'classes' }, annotations: ['new', 'old'] };

function classOf(name: string, annotations: Record<string, string>, creationTimestamp: string): KubeObject {
  return { apiVersion: 'v1', kind: 'Class', metadata: { name, annotations, creationTimestamp } };
}

function chosen(...classes: KubeObject[]): string | undefined {
  return defaultClass({ ...EMPTY_ENVIRONMENT, list: () => classes }, RULE);
}

const EARLY = '2026-01-01T00:00:00Z';
const LATE = '2026-01-02T00:00:00Z';

describe('the default class', () => {
  it('is none, if none says so', () => {
    assert.equal(chosen(), undefined);
    assert.equal(chosen(classOf('a', {}, EARLY), classOf('b', { new: 'false' }, LATE)), undefined);
  });

  it('says so in any of its annotations', () => {
    assert.equal(chosen(classOf('a', { old: 'true' }, EARLY)), 'a');
    assert.equal(chosen(classOf('a', {}, EARLY), classOf('b', { new: 'true' }, EARLY)), 'b');
  });

  it('is the newest of several, and of those the first by name', () => {
    const [a, b, c] = [
      classOf('a', { new: 'true' }, EARLY),
      classOf('b', { new: 'true' }, LATE),
      classOf('c', { new: 'true' }, LATE),
    ];
    assert.equal(chosen(a, b, c), 'b');
    assert.equal(chosen(c, b, a), 'b');
  });
});
