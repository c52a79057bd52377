import type { Scenario } from '../scenario.ts';

export const getRaw: Scenario = {
  id: 'get-raw',
  name: 'get, create and delete --raw speak to the server as it is',
  files: {
    'raw.json': `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"raw"},"data":{"a":"1"}}
`,
    'raw2.json': `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"raw"},"data":{"a":"2"}}
`,
  },
  steps: [
    { run: 'get --raw /api/v1/namespaces/get-raw' },
    { run: 'get --raw /api/v1/namespaces/get-raw/configmaps/nosuch', exit: 1 },
    { run: 'create --raw /api/v1/namespaces/get-raw/configmaps -f raw.json' },
    { run: 'create --raw /api/v1/namespaces/get-raw/configmaps -f raw.json', exit: 1 },
    { run: 'replace --raw /api/v1/namespaces/get-raw/configmaps/raw -f raw2.json' },
    { run: 'delete --raw /api/v1/namespaces/get-raw/configmaps/raw' },
    { run: 'delete --raw /api/v1/namespaces/get-raw/configmaps/raw', exit: 1 },
  ],
};
