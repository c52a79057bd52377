import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maskTable } from './mask-table.ts';

const isSent = (text: string) => text === 'what it says';

function table(description: string, cell: string) {
  return { kind: 'Table', columnDefinitions: [{ name: 'Age', description }], rows: [{ cells: [cell] }] };
}

test('ages in cells and the documentation of columns are masked', () => {
  assert.deepEqual(
    maskTable(table('Text of the manual.', '5m'), { columns: undefined, isSent }),
    table('<prose>', '<age>'),
  );
});

test('a description that the client wrote, and one made of a path, are kept', () => {
  for (const kept of ['what it says', 'Custom resource definition column (in JSONPath format): .spec.x']) {
    assert.deepEqual(maskTable(table(kept, 'x'), { columns: undefined, isSent }), table(kept, 'x'));
  }
});

test('an event without columns is masked by those of its watch', () => {
  const event = { kind: 'Table', columnDefinitions: null, rows: [{ cells: ['3s'] }] };
  const columns = [{ name: 'Age' }];
  assert.deepEqual(maskTable(event, { columns, isSent }), { ...event, rows: [{ cells: ['<age>'] }] });
});
