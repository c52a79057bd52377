import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tokenRows } from './token-table.ts';

test('a list of tokens says when each ends, and never what it is', () => {
  const now = new Date('2026-01-01T00:00:00Z');
  const soon = new Date('2026-01-01T00:30:00Z');
  const rows = tokenRows(
    [
      { id: 'aaaaaa', description: 'for berlin', expiresAt: soon, isExpired: false },
      { id: 'bbbbbb', description: '', expiresAt: soon, isExpired: true },
      { id: 'cccccc', description: '', expiresAt: undefined, isExpired: false },
    ],
    now,
  );
  assert.deepEqual(rows.slice(1), [
    ['aaaaaa', '30m', 'for berlin'],
    ['bbbbbb', 'ended', ''],
    ['cccccc', 'never', ''],
  ]);
});
