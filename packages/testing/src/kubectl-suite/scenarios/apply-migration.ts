import { configMap } from './manifests.ts';
import type { Scenario } from '../scenario.ts';

export const applyMigration: Scenario = {
  id: 'apply-migration',
  name: 'an object applied by the client moves to server-side apply and back with its fields',
  files: {
    'v1.yaml': configMap('settings', { mode: 'fast', size: '3' }),
    'v2.yaml': configMap('settings', { mode: 'slow' }),
    'created.yaml': configMap('created', { mode: 'fast' }),
    'created2.yaml': configMap('created', { mode: 'slow' }),
  },
  steps: [
    { run: 'apply -f v1.yaml' },
    { run: 'get cm settings -o yaml --show-managed-fields' },
    { run: 'apply --server-side -f v2.yaml' },
    { run: 'get cm settings -o yaml --show-managed-fields' },
    { run: 'apply -f v1.yaml' },
    { run: 'get cm settings -o yaml --show-managed-fields' },
    { run: 'create configmap created --from-literal=mode=fast' },
    { run: 'apply --server-side -f created.yaml' },
    { run: 'apply --server-side -f created2.yaml', exit: 1 },
    { run: 'get cm created -o yaml --show-managed-fields' },
  ],
};
