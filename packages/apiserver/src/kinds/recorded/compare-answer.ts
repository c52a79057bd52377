import assert from 'node:assert/strict';
import type { KubeObject, Status } from '@banyan/api';
import { askStrategy } from './ask-strategy.ts';
import type { RecordedWrite } from './recorded-writes.ts';

/** Throws unless our strategies answer a write as the real server did. */
export function compareAnswer(write: RecordedWrite): void {
  const { status, body } = write;
  const answer = askStrategy(write);
  if (answer.refusal) {
    assert.deepEqual(answer.refusal.status, body);
    return;
  }
  const causes = status === 422 ? ((body as Status).details?.causes ?? []) : [];
  assert.deepEqual(sortedTexts(answer.causes), sortedTexts(causes));
  if (status >= 300) {
    assert.equal(status, 422, `answered ${status}: ${(body as Status).message}`);
    return;
  }
  assert.deepEqual(comparable(answer.object), comparable(body as KubeObject));
  assert.deepEqual([...answer.warnings].sort(), [...write.warnings].sort());
}

/** Without what the registry adds, and the times of conditions. */
function comparable(object: KubeObject): unknown {
  const { managedFields: _, resourceVersion: _rv, creationTimestamp: _c, ...metadata } = object.metadata;
  const text = JSON.stringify({ ...object, metadata });
  return JSON.parse(text.replaceAll(/("last(?:Phase)?TransitionTime":)"[^"]*"/g, '$1"then"'));
}

/**
 * The server goes through maps in any order. It prints a list or a map that was given empty as it was given; to us
 * that is none, which prints as null.
 */
function sortedTexts(causes: readonly object[]): string[] {
  return causes.map((cause) => JSON.stringify(cause).replaceAll(/\[\]|\{\}/g, 'null')).sort();
}
