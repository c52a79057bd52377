import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Definition, DefinitionNames } from '../definitions/definition.ts';
import { decideNames } from './accepted-names.ts';

const NONE: DefinitionNames = { plural: '', kind: '' };
const THING: DefinitionNames = { plural: 'things', singular: 'thing', kind: 'Thing', listKind: 'ThingList' };

function definition(asked: DefinitionNames, accepted: DefinitionNames = NONE): Definition {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${asked.plural}.example.test` },
    spec: { group: 'example.test', names: asked, scope: 'Cluster', versions: [] },
    status: { conditions: null, acceptedNames: accepted, storedVersions: null },
  };
}

test('names that nobody has are given', () => {
  const decision = decideNames(definition(THING), []);
  assert.deepEqual(decision?.acceptedNames, THING);
  assert.equal(decision.conditions[0].reason, 'NoConflicts');
  assert.equal(decision.conditions[1].reason, 'Installing');
});

test('of each name that another has the one before stays, and the last conflict is told', () => {
  const other = definition(NONE, { ...THING, plural: 'items', shortNames: ['th', 'tg'] });
  const conflicts: [Partial<DefinitionNames>, string, string][] = [
    [{ singular: 'items' }, 'SingularConflict', '"items" is already in use'],
    [{ shortNames: ['th'] }, 'ShortNamesConflict', '"th" is already in use'],
    [{ shortNames: ['th', 'tg'] }, 'ShortNamesConflict', '["th" is already in use, "tg" is already in use]'],
    [{ kind: 'ThingList' }, 'KindConflict', '"ThingList" is already in use'],
    [{ listKind: 'Thing' }, 'ListKindConflict', '"Thing" is already in use'],
    [{ singular: 'items', listKind: 'Thing' }, 'ListKindConflict', '"Thing" is already in use'],
  ];
  const free = { plural: 'others', singular: 'other', kind: 'Other', listKind: 'OtherList' };
  for (const [names, reason, message] of conflicts) {
    const decision = decideNames(definition({ ...free, ...names }), [other]);
    assert.deepEqual(decision?.conditions[0], { type: 'NamesAccepted', status: 'False', reason, message });
    const [field] = Object.keys(names) as (keyof DefinitionNames)[];
    assert.ok(field !== undefined && !decision.acceptedNames[field], `${field} was given`);
    assert.equal(decision.conditions[1].reason, 'NotAccepted');
  }
});

test('names that are its own are no conflict, and what is decided is not decided again', () => {
  assert.equal(decideNames(definition(THING, THING), []), undefined);
  const more = { ...THING, shortNames: ['th'] };
  const conflict = definition(more, THING);
  const other = definition(NONE, { plural: 'items', kind: 'Item', shortNames: ['th'] });
  const first = decideNames(conflict, [other]);
  assert.ok(first);
  conflict.status.conditions = first.conditions.map((one) => ({ ...one, lastTransitionTime: null }));
  assert.equal(decideNames(conflict, [other]), undefined);
  assert.deepEqual(decideNames(conflict, [])?.acceptedNames, more);
});

test('what is established stays so, whatever becomes of its names', () => {
  const established = definition({ ...THING, shortNames: ['th'] }, THING);
  established.status.conditions = [{ type: 'Established', status: 'True', reason: 'InitialNamesAccepted' }];
  const other = definition(NONE, { plural: 'items', kind: 'Item', shortNames: ['th'] });
  assert.equal(decideNames(established, [other])?.conditions[1].status, 'True');
});
