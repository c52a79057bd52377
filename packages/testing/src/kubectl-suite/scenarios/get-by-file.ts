import { configMap } from './manifests.ts';
import type { Scenario } from '../scenario.ts';

export const getByFile: Scenario = {
  id: 'get-by-file',
  name: 'get finds the objects of files, standard input and folders',
  files: {
    'one.yaml': configMap('one', { a: '1' }),
    'both.yaml': `${configMap('one', { a: '1' })}---\n${configMap('two', { b: '2' })}`,
    'missing.yaml': configMap('missing', { a: '1' }),
  },
  steps: [
    { run: 'create -f both.yaml' },
    { run: 'get -f both.yaml' },
    { run: 'get -f both.yaml -o name' },
    { run: 'get -f one.yaml -o yaml' },
    {
      run: 'get -f -',
      stdin: `apiVersion: v1
kind: ConfigMap
metadata: { name: one }
`,
    },
    { run: 'get -f missing.yaml', exit: 1 },
    { run: 'get -f both.yaml one', exit: 1 },
  ],
};
