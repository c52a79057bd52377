import { replayPatches } from '../recorded/replay-patches.ts';
import { applyMergePatch } from './apply-merge-patch.ts';

replayPatches('merge-patch.json', (original, patch) => applyMergePatch(original, patch));
