import { configMap } from './manifests.ts';
import type { Scenario } from '../scenario.ts';

export const annotate: Scenario = {
  id: 'annotate',
  name: 'annotations are added, changed only when asked, and removed by a dash',
  files: {
    'one.yaml': configMap('one', { a: '1' }),
  },
  steps: [
    { run: 'create configmap one' },
    { run: "annotate cm one note='two words'" },
    { run: 'annotate cm one note=other', exit: 1 },
    { run: 'annotate cm one note=other --overwrite' },
    { run: 'annotate cm one note-' },
    { run: 'annotate cm one note-' },
    { run: 'annotate cm one a=1 b=2' },
    { run: 'annotate cm one --list', unordered: true },
    { run: "get cm one -o jsonpath='{.metadata.annotations}'" },
    { run: 'annotate cm nosuch a=b', exit: 1 },
    { run: 'annotate cm one', exit: 1 },
    { run: "annotate cm one 'bad key=x'", exit: 1 },
    { run: 'annotate --local -f one.yaml a=b -o yaml' },
    { run: 'annotate cm one c=3 --dry-run=server -o name' },
  ],
};
