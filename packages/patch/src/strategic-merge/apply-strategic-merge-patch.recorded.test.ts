import assert from 'node:assert/strict';
import { recordedSchemas } from '../recorded/recorded-schemas.ts';
import { replayPatches } from '../recorded/replay-patches.ts';
import { applyStrategicMergePatch } from './apply-strategic-merge-patch.ts';

const schemas = recordedSchemas();

replayPatches('strategic-merge.json', (original, patch, name) => {
  const schema = schemas.get(name);
  assert.ok(schema);
  return applyStrategicMergePatch(original, patch, schema);
});
