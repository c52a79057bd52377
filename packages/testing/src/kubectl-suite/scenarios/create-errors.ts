import type { Scenario } from '../scenario.ts';

export const createErrors: Scenario = {
  id: 'create-errors',
  name: 'create says why it did not',
  steps: [
    { run: 'create configmap one --from-literal=a=1' },
    { run: 'create configmap one --from-literal=a=1', exit: 1 },
    { run: 'create configmap', exit: 1 },
    { run: 'create configmap Bad_Name', exit: 1 },
    { run: 'create configmap x --from-literal=novalue', exit: 1 },
    { run: 'create configmap x --from-file=nosuch.ini', exit: 1 },
    { run: 'create deployment x', exit: 1 },
    { run: 'create role x --verb=get --resource=nosuchtype', exit: 1 },
    { run: 'create service clusterip x --tcp=nonsense', exit: 1 },
    { run: 'create namespace create-errors', exit: 1 },
    { run: 'create -f nosuch.yaml', exit: 1 },
    { run: 'create ingress x --rule=nonsense', exit: 1 },
    { run: 'create cronjob x --image=i --schedule=never', exit: 1 },
    { run: 'create quota x --hard=pods=many', exit: 1 },
    { run: 'create configmap two -n nosuch-namespace', exit: 1 },
    { run: 'create secret tls x --cert=nosuch --key=nosuch', exit: 1 },
    { run: 'create nosuchtype x', exit: 1 },
    { run: 'create -f -', exit: 1, stdin: `not a manifest` },
  ],
};
