import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { KubeError } from '../errors/kube-error.ts';
import { repeatabilityOf, retryDelayMs, type FailedAttempt, type Repeatability } from './retry-policy.ts';

const answered = (httpStatus: number, retryAfterMs?: number): KubeError =>
  new KubeError('Unknown', '', { httpStatus, ...(retryAfterMs !== undefined && { retryAfterMs }) });
const lost = (code: string): KubeError =>
  new KubeError('Unreachable', '', { cause: Object.assign(new Error(code), { code }) });

function delay(
  error: KubeError,
  repeatability: Repeatability,
  more: Partial<FailedAttempt> = {},
): number | undefined {
  return retryDelayMs({ error, repeatability, attempt: 1, lostConnections: 0, random: 0, ...more });
}

describe('whether and when to try again', () => {
  const cases: [string, KubeError, Record<Repeatability, number | undefined>][] = [
    ['429 with Retry-After', answered(429, 1000), { idempotent: 1000, repeatable: 1000, once: 1000 }],
    ['429 without', answered(429), { idempotent: 250, repeatable: undefined, once: undefined }],
    ['503 with Retry-After', answered(503, 1000), { idempotent: 1000, repeatable: 1000, once: undefined }],
    ['503 without', answered(503), { idempotent: undefined, repeatable: undefined, once: undefined }],
    ['500 with Retry-After', answered(500, 1000), { idempotent: 1000, repeatable: 1000, once: undefined }],
    ['409', answered(409, 1000), { idempotent: undefined, repeatable: undefined, once: undefined }],
    [
      'a kept-alive connection cut',
      lost('ECONNRESET'),
      { idempotent: 0, repeatable: undefined, once: undefined },
    ],
    ['a refused stream', lost('REFUSED_STREAM'), { idempotent: 0, repeatable: undefined, once: undefined }],
    [
      'nobody listening',
      lost('ECONNREFUSED'),
      { idempotent: undefined, repeatable: undefined, once: undefined },
    ],
  ];
  for (const [name, error, expected] of cases) {
    it(name, () => {
      for (const repeatability of ['idempotent', 'repeatable', 'once'] as const) {
        assert.equal(delay(error, repeatability), expected[repeatability], repeatability);
      }
    });
  }

  it('adds up to half of the wait', () => {
    assert.equal(delay(answered(429, 1000), 'once', { random: 0.999 }), 1499.5);
  });

  it('doubles its own wait up to ten seconds', () => {
    const waits = [1, 2, 3, 4].map((attempt) => delay(answered(429), 'idempotent', { attempt }));
    assert.deepEqual(waits, [250, 500, 1000, 2000]);
  });

  it('ends after five tries, and after one lost connection', () => {
    assert.equal(delay(answered(429, 1000), 'idempotent', { attempt: 5 }), undefined);
    assert.equal(delay(lost('ECONNRESET'), 'idempotent', { lostConnections: 1 }), undefined);
  });
});

it('knows what may be done twice', () => {
  const table = [
    ['GET', undefined, 'idempotent'],
    ['HEAD', undefined, 'idempotent'],
    ['PUT', 'application/json', 'idempotent'],
    ['PATCH', 'application/apply-patch+yaml', 'idempotent'],
    ['PATCH', 'application/json-patch+json', 'repeatable'],
    ['DELETE', undefined, 'repeatable'],
    ['POST', 'application/json', 'once'],
  ] as const;
  for (const [method, type, expected] of table) assert.equal(repeatabilityOf(method, type), expected);
});
