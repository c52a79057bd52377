import type { Status } from '@banyan/api';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  isBadRequest,
  isConflict,
  isExpired,
  isForbidden,
  isInvalid,
  isMethodNotAllowed,
  isNotFound,
  isRetryable,
  isTimeout,
  isTooManyRequests,
  isUnauthorized,
} from './error-predicates.ts';
import { KubeError, type KubeErrorCode } from './kube-error.ts';
import { errorFromResponse, errorFromStatus } from './status-error.ts';

const SUBJECT = { what: 'GET /x', where: 'cluster "c" at https://c' };
const status = (code: number, reason?: string): Status => ({
  apiVersion: 'v1',
  kind: 'Status',
  status: 'Failure',
  code,
  message: 'words',
  ...(reason !== undefined && { reason }),
});

describe('an error from an answer', () => {
  const cases: { name: string; httpStatus: number; body: string; code: KubeErrorCode }[] = [
    {
      name: "takes the Status' reason",
      httpStatus: 409,
      body: JSON.stringify(status(409, 'AlreadyExists')),
      code: 'AlreadyExists',
    },
    {
      name: 'takes the HTTP status where the Status has no reason',
      httpStatus: 404,
      body: JSON.stringify(status(404)),
      code: 'NotFound',
    },
    {
      name: 'takes the HTTP status where the reason is unknown',
      httpStatus: 422,
      body: JSON.stringify(status(422, 'Strange')),
      code: 'Invalid',
    },
    {
      name: "calls the server's time-out ServerTimeout",
      httpStatus: 504,
      body: JSON.stringify(status(504, 'Timeout')),
      code: 'ServerTimeout',
    },
    {
      name: 'reads a page of a proxy',
      httpStatus: 502,
      body: '<html>Bad Gateway</html>',
      code: 'ServiceUnavailable',
    },
    { name: 'reads an empty body', httpStatus: 401, body: '', code: 'Unauthorized' },
    { name: 'reads JSON that is no Status', httpStatus: 403, body: '{"kind":"Pod"}', code: 'Forbidden' },
    { name: 'reads broken JSON', httpStatus: 500, body: '{"kind":', code: 'InternalError' },
    { name: 'knows no such status', httpStatus: 418, body: 'teapot', code: 'Unknown' },
  ];
  for (const { name, httpStatus, body, code } of cases) {
    it(name, () => {
      const error = errorFromResponse({ httpStatus, body }, SUBJECT);
      assert.equal(error.code, code);
      assert.equal(error.httpStatus, httpStatus);
      assert.ok(error.message.startsWith('GET /x: ') && error.message.includes(SUBJECT.where));
    });
  }

  it('keeps no more of a strange body than an excerpt', () => {
    const error = errorFromResponse({ httpStatus: 500, body: 'x'.repeat(10_000) }, SUBJECT);
    assert.ok(error.message.length < 400);
  });

  it('tells when to come back, by the header or by the Status', () => {
    const body = JSON.stringify({ ...status(429, 'TooManyRequests'), details: { retryAfterSeconds: 3 } });
    assert.equal(errorFromResponse({ httpStatus: 429, body }, SUBJECT).retryAfterMs, 3000);
    assert.equal(
      errorFromResponse({ httpStatus: 429, body, retryAfterMs: 1000 }, SUBJECT).retryAfterMs,
      1000,
    );
  });
});

describe('the predicates', () => {
  const table: [KubeErrorCode, readonly ((error: unknown) => boolean)[]][] = [
    ['NotFound', [isNotFound]],
    ['Conflict', [isConflict]],
    ['Gone', [isExpired]],
    ['Expired', [isExpired]],
    ['Forbidden', [isForbidden]],
    ['Unauthorized', [isUnauthorized]],
    ['Invalid', [isInvalid]],
    ['BadRequest', [isBadRequest]],
    ['MethodNotAllowed', [isMethodNotAllowed]],
    ['TooManyRequests', [isTooManyRequests, isRetryable]],
    ['ServerTimeout', [isTimeout, isRetryable]],
    ['Timeout', [isTimeout, isRetryable]],
    ['ServiceUnavailable', [isRetryable]],
  ];
  const all = new Set(table.flatMap(([, predicates]) => predicates));
  for (const [code, expected] of table) {
    it(`say of ${code} what it is, and nothing else`, () => {
      const error = new KubeError(code, '');
      assert.deepEqual(
        [...all].filter((predicate) => predicate(error)),
        [...all].filter((predicate) => expected.includes(predicate)),
      );
    });
  }

  it('say no to what is not ours', () => {
    for (const thing of [undefined, null, 'NotFound', { code: 'NotFound' }, new Error('NotFound')]) {
      assert.equal(isNotFound(thing), false);
    }
  });
});

it('a Status in an event becomes the same error', () => {
  assert.ok(isExpired(errorFromStatus(status(410, 'Expired'), SUBJECT)));
});
