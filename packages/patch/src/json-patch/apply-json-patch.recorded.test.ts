import { replayPatches } from '../recorded/replay-patches.ts';
import { applyJsonPatch } from './apply-json-patch.ts';

replayPatches('json-patch.json', (original, patch) => applyJsonPatch(original, patch));
