import { configMap } from './manifests.ts';
import type { Scenario } from '../scenario.ts';

export const edit: Scenario = {
  id: 'edit',
  name: 'edit saves what the editor changed, and keeps a copy of what the server refused',
  files: {
    'new.yaml': configMap('new', { a: '1' }),
  },
  steps: [
    { run: 'create configmap settings --from-literal=mode=fast' },
    { run: 'edit cm settings', edit: { 'mode: fast': 'mode: slow' } },
    { run: "get cm settings -o jsonpath='{.data}'" },
    { run: 'edit cm settings', edit: { nothing: 'changed' } },
    { run: 'edit cm settings -o json', edit: { '"mode": "slow"': '"mode": "calm"' } },
    { run: 'edit cm settings --output-patch', edit: { 'mode: calm': 'mode: fast' } },
    { run: 'edit cm settings', edit: { 'mode: fast': 'Mode!: fast' }, exit: 1 },
    { run: 'edit cm settings', edit: { '  mode: fast': ' - mode: [' }, exit: 1 },
    { run: 'edit cm nosuch', edit: {}, exit: 1 },
    { run: 'edit cm settings --dry-run=server', edit: {}, exit: 1 },
    { run: 'create configmap other --from-literal=a=1' },
    { run: 'edit cm settings other', edit: { 'mode: fast': 'mode: last', 'a: "1"': 'a: "2"' } },
    { run: 'create -f new.yaml --edit', edit: { 'a: "1"': 'a: "9"' } },
    { run: "get cm new -o jsonpath='{.data}'" },
  ],
};
