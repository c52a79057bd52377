import type { Scenario } from '../scenario.ts';

export const noMetrics: Scenario = {
  id: 'no-metrics',
  name: 'top and events say that there is nothing to show',
  steps: [
    { run: 'top pods', exit: 1 },
    { run: 'top nodes', exit: 1 },
    { run: 'top pod nosuch', exit: 1 },
    { run: 'events' },
    { run: 'events --for configmap/nosuch' },
    { run: 'get events' },
    { run: 'logs nosuch', exit: 1 },
    { run: 'exec nosuch -- ls', exit: 1 },
    { run: 'attach nosuch', exit: 1 },
    { run: 'port-forward pod/nosuch :80', exit: 1 },
    { run: 'cp nosuch:/tmp/x x', exit: 1 },
    { run: 'debug nosuch --image=x', exit: 1 },
  ],
};
