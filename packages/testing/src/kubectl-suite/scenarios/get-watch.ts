import type { Scenario } from '../scenario.ts';

export const getWatch: Scenario = {
  id: 'get-watch',
  name: 'get -w shows each change as it happens',
  steps: [
    { run: 'create configmap watched --from-literal=a=1' },
    {
      run: 'get cm --field-selector metadata.name=watched -w',
      follow: {
        readyLines: 2,
        lines: 4,
        meanwhile: [
          { run: `patch cm watched --type=merge -p '{"data":{"b":"2"}}'` },
          { run: 'delete cm watched' },
        ],
      },
    },
    { run: 'create configmap watched --from-literal=a=1' },
    {
      run: 'get cm --field-selector metadata.name=watched -w --output-watch-events -o name',
      follow: { lines: 1 },
    },
    {
      run: 'get cm watched --output-watch-events -w',
      follow: {
        readyLines: 2,
        lines: 4,
        meanwhile: [{ run: 'label cm watched seen=yes' }, { run: 'delete cm watched' }],
      },
    },
    { run: 'create configmap watched --from-literal=a=1' },
    {
      run: `get cm watched -w -o jsonpath='{.data.a}{"\\n"}'`,
      follow: { lines: 2, meanwhile: [{ run: `patch cm watched --type=merge -p '{"data":{"a":"2"}}'` }] },
    },
    { run: 'get cm watched nosuch -w', exit: 1 },
  ],
};
