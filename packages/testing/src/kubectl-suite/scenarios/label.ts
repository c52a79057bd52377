import { configMap } from './manifests.ts';
import type { Scenario } from '../scenario.ts';

export const label: Scenario = {
  id: 'label',
  name: 'labels are added, changed only when asked, and removed by a dash',
  files: {
    'one.yaml': configMap('one', { a: '1' }),
  },
  steps: [
    { run: 'create configmap one' },
    { run: 'create configmap two' },
    { run: 'label cm one tier=web' },
    { run: 'label cm one tier=web' },
    { run: 'label cm one tier=db', exit: 1 },
    { run: 'label cm one tier=db --overwrite' },
    { run: 'label cm one tier-' },
    { run: 'label cm one tier-' },
    { run: 'label cm one two colour=red size=big' },
    { run: 'label cm -l colour=red shape=round' },
    { run: 'get cm -l colour=red --show-labels' },
    { run: 'label cm one --list', unordered: true },
    { run: 'label -f one.yaml a=b' },
    { run: 'label cm -l colour=red a- --dry-run=client' },
    { run: 'label cm one bad=no/slash', exit: 1 },
    { run: "label cm one 'bad key=x'", exit: 1 },
    { run: 'label cm nosuch a=b', exit: 1 },
    { run: 'label cm one', exit: 1 },
    { run: 'label cm one a=b a-', exit: 1 },
    { run: 'label cm one --resource-version=1 z=z', exit: 1 },
    { run: "get cm one -o jsonpath='{.metadata.labels}'" },
  ],
};
