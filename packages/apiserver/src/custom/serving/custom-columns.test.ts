import assert from 'node:assert/strict';
import { test } from 'node:test';
import { thing } from '../test-definitions.ts';
import { customColumns } from './custom-columns.ts';

const NOW = new Date('2026-01-01T00:10:00Z');

function cell(type: string, value: unknown): unknown {
  const columns = customColumns([{ name: 'A', type, jsonPath: '.spec.a' }]);
  return columns[1]?.value(thing('x', { spec: value === undefined ? {} : { a: value } }), NOW);
}

test('a cell has its column’s type, or nothing', () => {
  const cells: [string, unknown, unknown][] = [
    ['string', 'text', 'text'],
    ['string', 5, '5'],
    ['string', 1e21, '1e+21'],
    ['string', 0.5, '0.5'],
    ['string', true, 'true'],
    ['string', { b: 1, a: [2] }, '{"a":[2],"b":1}'],
    ['string', undefined, null],
    ['integer', 3, 3],
    ['integer', 3.7, 3],
    ['integer', '3', null],
    ['number', 0.5, 0.5],
    ['number', true, null],
    ['boolean', false, false],
    ['boolean', 'true', null],
    ['date', '2026-01-01T00:00:00Z', '10m'],
    ['date', 'yesterday', '<invalid>'],
    ['date', '', '<unknown>'],
    ['date', 5, null],
  ];
  for (const [type, value, expected] of cells)
    assert.deepEqual(cell(type, value), expected, `${type} ${JSON.stringify(value)}`);
});

test('a definition without columns has the age, and one that cannot be read ends them', () => {
  assert.deepEqual(
    customColumns().map(({ name }) => name),
    ['Name', 'Age'],
  );
  const good = { name: 'A', type: 'string', jsonPath: '.spec.a' };
  const names = customColumns([good, { ...good, jsonPath: '.spec[' }, good]).map(({ name }) => name);
  assert.deepEqual(names, ['Name', 'A']);
});

test('a column says where it comes from if its author did not', () => {
  const [, one, other] = customColumns([
    { name: 'A', type: 'string', jsonPath: '.spec.a' },
    {
      name: 'B',
      type: 'integer',
      jsonPath: '.spec.b',
      description: 'how many',
      priority: 1,
      format: 'int32',
    },
  ]);
  assert.equal(one?.description, 'Custom resource definition column (in JSONPath format): .spec.a');
  assert.deepEqual([other?.description, other?.priority, other?.format], ['how many', 1, 'int32']);
});
