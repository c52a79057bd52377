import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldPath } from '../field-set/path-element.ts';
import type { ManagedFieldsEntry } from './managed-fields.ts';
import { fromScaleEntries, toScaleEntries } from './scale-entries.ts';

function entry(
  manager: string,
  fields: NonNullable<ManagedFieldsEntry['fieldsV1']>,
  more: ManagedFieldsEntry = {},
): ManagedFieldsEntry {
  return {
    manager,
    operation: 'Apply',
    apiVersion: 'apps/v1',
    time: '2026-01-01T00:00:01Z',
    fieldsType: 'FieldsV1',
    fieldsV1: fields,
    ...more,
  };
}

const REPLICAS = { 'f:spec': { 'f:replicas': {} } };
const owner = entry('a', { 'f:spec': { 'f:replicas': {}, 'f:paused': {} } });
const other = entry('b', { 'f:spec': { 'f:paused': {} } });
const replicasPath = () => fieldPath('spec', 'replicas');
const scale = { parent: [owner, other], apiVersion: 'apps/v1', replicasPath };
const scaled = entry('a', REPLICAS, { apiVersion: 'autoscaling/v1' });
const byHpa = entry('hpa', REPLICAS, {
  apiVersion: 'autoscaling/v1',
  operation: 'Update',
  subresource: 'scale',
});

test('who owns the replicas owns those of the Scale', () => {
  assert.deepEqual(toScaleEntries(scale), [scaled]);
});

test('replicas that nobody took stay with their owner', () => {
  assert.deepEqual(fromScaleEntries(scale, [scaled]), [owner, other]);
});

test('who takes the replicas through the Scale has an entry of his own, without a time', () => {
  assert.deepEqual(fromScaleEntries(scale, [byHpa]), [
    entry('a', { 'f:spec': { 'f:paused': {} } }),
    other,
    {
      manager: 'hpa',
      operation: 'Update',
      apiVersion: 'apps/v1',
      fieldsType: 'FieldsV1',
      fieldsV1: REPLICAS,
      subresource: 'scale',
    },
  ]);
});

test('who lets go of the replicas and not of all of the Scale keeps them', () => {
  const letGo = entry('a', { 'f:spec': {} }, { apiVersion: 'autoscaling/v1' });
  assert.deepEqual(fromScaleEntries(scale, [letGo]), [owner, other]);
  const newcomer = entry('c', { 'f:spec': {} }, { apiVersion: 'autoscaling/v1' });
  assert.deepEqual(fromScaleEntries(scale, [scaled, newcomer]), [owner, other]);
});

test('an owner of replicas alone is gone when they are taken', () => {
  const parent = [entry('a', REPLICAS)];
  assert.deepEqual(
    fromScaleEntries({ ...scale, parent }, [byHpa]).map(({ manager }) => manager),
    ['hpa'],
  );
});

test('entries of versions without a scale stay, those of unknown versions go', () => {
  const paths = new Map([['apps/v1', null]]);
  const unknown = entry('c', REPLICAS, { apiVersion: 'apps/v0' });
  const mapping = {
    ...scale,
    parent: [owner, unknown],
    replicasPath: (version: string) => paths.get(version),
  };
  assert.deepEqual(toScaleEntries(mapping), []);
  assert.deepEqual(fromScaleEntries(mapping, []), [
    entry('a', { 'f:spec': { 'f:paused': {}, 'f:replicas': {} } }),
  ]);
});
