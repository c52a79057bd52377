import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiError } from '../../errors/api-error.ts';
import { parseLogOptions } from './log-options.ts';

const TAKEN: readonly [query: string, parameters: string, container?: string][] = [
  ['', ''],
  ['container=app', '', 'app'],
  ['follow', 'follow=true'],
  ['follow=false&previous=0&timestamps=1', 'timestamps=true'],
  ['tailLines=0&limitBytes=1&sinceSeconds=1', 'sinceSeconds=1&tailLines=0&limitBytes=1'],
  ['sinceTime=2026-01-01T02:00:00%2B02:00', 'sinceTime=2026-01-01T00%3A00%3A00Z'],
  ['sinceTime=', ''],
];

for (const [query, parameters, container = ''] of TAKEN) {
  test(`?${query} asks a kubelet for ?${parameters}`, () => {
    const options = parseLogOptions(new URLSearchParams(query), 'p');
    assert.deepEqual([options.parameters.toString(), options.container], [parameters, container]);
  });
}

const REFUSED: readonly [query: string, code: number, message: RegExp][] = [
  [
    'tailLines=-1&limitBytes=0',
    422,
    /tailLines: .*, limitBytes: Invalid value: 0: must be greater than 0\]$/,
  ],
  ['sinceSeconds=0', 422, /sinceSeconds: Invalid value: 0: must be greater than 0$/],
  ['sinceSeconds=1&sinceTime=2026-01-01T00:00:00Z', 422, /at most one of/],
  ['stream=Stdout', 422, /stream: Forbidden: may not be specified$/],
  ['tailLines=x', 400, /^strconv.ParseInt: parsing "x": invalid syntax$/],
  ['sinceTime=yesterday', 400, /parsing time/],
];

for (const [query, code, message] of REFUSED) {
  test(`?${query} is refused with ${code}`, () => {
    assert.throws(
      () => parseLogOptions(new URLSearchParams(query), 'p'),
      (error: ApiError) => error.code === code && message.test(error.message),
    );
  });
}
