import type { Scenario } from '../scenario.ts';

export const token: Scenario = {
  id: 'token',
  name: 'create token makes tokens of service accounts',
  steps: [
    { run: 'create serviceaccount robot' },
    { run: 'create token robot' },
    { run: 'create token robot --duration=1h --audience=somewhere' },
    {
      run: "create token robot -o jsonpath='{.kind} {.spec.audiences} {.spec.expirationSeconds}' --duration=30m",
    },
    { run: 'create token nosuch', exit: 1 },
    { run: 'create token robot --duration=1s', exit: 1 },
    { run: 'create token robot --duration=-1h', exit: 1 },
    { run: 'create secret generic anchor' },
    { run: 'create token robot --bound-object-kind=Secret --bound-object-name=anchor' },
    { run: 'create token robot --bound-object-kind=Secret --bound-object-name=nosuch', exit: 1 },
    { run: 'create token robot --bound-object-kind=ConfigMap --bound-object-name=x', exit: 1 },
    { run: 'create token', exit: 1 },
    { run: 'get serviceaccount robot' },
  ],
};
