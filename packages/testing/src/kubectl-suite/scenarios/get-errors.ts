import type { Scenario } from '../scenario.ts';

export const getErrors: Scenario = {
  id: 'get-errors',
  name: 'get says what it did not find, and why it does not understand',
  steps: [
    { run: 'get configmap nosuch', exit: 1 },
    { run: 'get nosuchtype', exit: 1 },
    { run: 'get nosuchtype.nosuch.group x', exit: 1 },
    { run: 'get secrets' },
    { run: 'get ingresses,leases' },
    { run: 'get', exit: 1 },
    { run: 'get -f nosuch.yaml', exit: 1 },
    { run: 'get cm --no-such-flag', exit: 1 },
    { run: 'get cm x --context=nosuch', exit: 1 },
    { run: 'get cm -n nosuch-namespace x', exit: 1 },
    { run: 'get cm -n nosuch-namespace' },
    { run: 'get pod x -o jsonpath', exit: 1 },
    { run: 'nosuchcommand', exit: 1 },
  ],
};
