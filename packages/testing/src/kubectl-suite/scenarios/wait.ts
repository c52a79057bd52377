import type { Scenario } from '../scenario.ts';

export const wait: Scenario = {
  id: 'wait',
  name: 'wait returns when a field, a creation or a deletion is seen, or says that it was not in time',
  steps: [
    { run: 'create configmap settings --from-literal=mode=fast' },
    { run: "wait --for=jsonpath='{.data.mode}'=fast cm/settings" },
    { run: "wait --for=jsonpath='{.data.mode}' cm/settings" },
    { run: "wait --for=jsonpath='{.data.mode}'=slow cm/settings --timeout=1s", exit: 1 },
    { run: 'wait --for=condition=Ready cm/settings --timeout=1s', exit: 1 },
    { run: 'wait --for=delete cm/settings --timeout=1s', exit: 1 },
    { run: 'wait --for=delete cm/nosuch --timeout=60s' },
    { run: 'wait --for=create cm/settings' },
    { run: 'wait --for=create cm/nosuch --timeout=1s', exit: 1 },
    { run: "wait --for=jsonpath='{.data.mode}'=fast cm/nosuch", exit: 1 },
    { run: 'wait cm/settings', exit: 1 },
    { run: 'wait --for=nonsense cm/settings', exit: 1 },
    { run: "wait --for=jsonpath='{.data.mode}'=fast cm -l nosuch=x", exit: 1 },
    { run: "wait --for=jsonpath='{.data.mode}'=fast cm/settings -o name" },
    { run: 'wait --for=delete cm/settings --timeout=0', exit: 1 },
    { run: 'create service loadbalancer front --tcp=80' },
    { run: 'wait --for=condition=Ready=false service/front --timeout=1s', exit: 1 },
  ],
};
