import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseRequestInfo } from './request-info.ts';
import { RequestMetrics } from './request-metrics.ts';

test('answers are counted by what was asked; what is not served counts as one', () => {
  const metrics = new RequestMetrics();
  const ask = (path: string) => parseRequestInfo('GET', path, new URLSearchParams());
  metrics.count(ask('/api/v1/pods'), 200, true);
  metrics.count(ask('/api/v1/pods'), 200, true);
  metrics.count(ask('/api/v1/made-up-1'), 404, false);
  metrics.count(ask('/api/v1/made-up-2'), 404, false);
  const lines = metrics.text().split('\n');
  const pods = 'verb="list",group="",version="v1",resource="pods",subresource="",code="200"';
  assert.ok(lines.includes(`apiserver_request_total{${pods}} 2`));
  assert.ok(lines.includes('apiserver_request_total{verb="",group="",resource="",code="404"} 2'));
});
