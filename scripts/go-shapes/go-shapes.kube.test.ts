import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { isOnPath } from '@banyan/testing';
import { GO_SHAPES_FILE, readGoShapes } from './read-go-shapes.ts';

test(
  'the stored types are those of the published Go modules',
  { skip: !isOnPath('go') && 'needs Go' },
  () => {
    assert.deepEqual(readGoShapes().split('\n'), readFileSync(GO_SHAPES_FILE, 'utf8').split('\n'));
  },
);
