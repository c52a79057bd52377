import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDefinition, testVersion } from '../test-definitions.ts';
import { definitionStrategy } from './definition-rules.ts';
import type { DefinitionSpec, DefinitionVersion } from './definition.ts';

const CONTEXT = { user: { name: '', groups: [], extra: {} }, now: () => new Date(0), dryRun: false };
const strategy = definitionStrategy(CONTEXT.now);

function fieldsRefused(changes: Partial<DefinitionSpec>): (string | undefined)[] {
  const draft = testDefinition(changes);
  strategy.applyDefaults(draft);
  strategy.prepareForCreate(draft, CONTEXT);
  return strategy.validateCreate(draft).map(({ field }) => field);
}

const one = (changes: Partial<DefinitionVersion>) => ({ versions: [testVersion(changes)] });
const column = { name: 'A', type: 'string', jsonPath: '.spec.a' };

test('each part of a definition is looked at', () => {
  const refused: [Partial<DefinitionSpec>, string[]][] = [
    [{}, []],
    [{ scope: '' }, ['spec.scope']],
    [{ versions: [] }, ['spec.versions', 'status.storedVersions']],
    [one({ deprecated: true, deprecationWarning: '' }), ['spec.versions[0].deprecationWarning']],
    [one({ additionalPrinterColumns: [column] }), []],
    [
      one({ additionalPrinterColumns: [{ ...column, format: 'x' }] }),
      ['spec.additionalPrinterColumns[0].format'],
    ],
    [one({ selectableFields: [{ jsonPath: '.metadata.name' }] }), ['spec.selectableFields[0].jsonPath']],
    [
      { conversion: { strategy: 'None', webhook: { conversionReviewVersions: ['v1'] } } },
      ['spec.conversion.conversionReviewVersions'],
    ],
  ];
  for (const [changes, fields] of refused)
    assert.deepEqual(fieldsRefused(changes), fields, JSON.stringify(changes));
});

test('what versions have in common is named at the top, the rest where it is', () => {
  const bad = { additionalPrinterColumns: [{ ...column, type: '' }] };
  const second = { name: 'v2', storage: false };
  assert.deepEqual(fieldsRefused({ versions: [testVersion(bad), testVersion({ ...bad, ...second })] }), [
    'spec.additionalPrinterColumns[0].type',
  ]);
  assert.deepEqual(fieldsRefused({ versions: [testVersion(bad), testVersion(second)] }), [
    'spec.versions[0].additionalPrinterColumns[0].type',
  ]);
});

test('a group of Kubernetes’ own needs a word of approval', () => {
  const field = 'metadata.annotations[api-approved.kubernetes.io]';
  assert.deepEqual(fieldsRefused({ group: 'example.k8s.io' }), [field]);
  assert.deepEqual(fieldsRefused({ group: 'kubernetes.io' }), [field]);
  assert.deepEqual(fieldsRefused({ group: 'notk8s.io' }), []);
});

test('a schema of any depth is walked', () => {
  let schema: object = { type: 'string', format: 'odd' };
  for (let depth = 0; depth < 5000; depth += 1) schema = { type: 'object', properties: { a: schema } };
  const draft = testDefinition(one({ schema: { openAPIV3Schema: schema } }));
  assert.deepEqual(strategy.warnings?.(draft, undefined), ['unrecognized format "odd"']);
});
