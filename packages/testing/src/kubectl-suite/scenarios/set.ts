import { deployment } from './manifests.ts';
import type { Scenario } from '../scenario.ts';

export const set: Scenario = {
  id: 'set',
  name: 'set changes image, environment, resources, account and selector of a workload',
  files: {
    'web.yaml': deployment('web', { replicas: 0 }),
  },
  steps: [
    { run: 'create -f web.yaml' },
    { run: 'set image deployment/web web=web:2' },
    { run: "get deployment web -o jsonpath='{.spec.template.spec.containers[*].image}'" },
    { run: "set image deployment/web '*=web:3'" },
    { run: 'set image deployment/web web=web:3' },
    { run: 'set image deployment/web nosuch=x:1', exit: 1 },
    { run: 'set image deployment/nosuch web=x:1', exit: 1 },
    { run: 'set env deployment/web A=1 B=two' },
    { run: 'set env deployment/web --list' },
    { run: 'set env deployment/web A-' },
    { run: 'create configmap settings --from-literal=mode=fast' },
    { run: 'set env deployment/web --from=configmap/settings --prefix=CM_' },
    { run: 'set env deployment/web --list' },
    { run: "get deployment web -o jsonpath='{.spec.template.spec.containers[0].env}'" },
    { run: 'set resources deployment web --limits=cpu=200m,memory=512Mi --requests=cpu=100m,memory=256Mi' },
    { run: "get deployment web -o jsonpath='{.spec.template.spec.containers[0].resources}'" },
    { run: 'set resources deployment web --requests=cpu=lots', exit: 1 },
    { run: 'set serviceaccount deployment web robot' },
    { run: 'create service clusterip web --tcp=80' },
    { run: 'set selector service web app=web,tier=front' },
    { run: "get service web -o jsonpath='{.spec.selector}'" },
    { run: 'create role r --verb=get --resource=pods' },
    { run: 'create rolebinding rb --role=r --user=jane' },
    { run: 'set subject rolebinding rb --user=joe --group=all' },
    { run: "get rolebinding rb -o jsonpath='{.subjects[*].name}'" },
    { run: 'set image -f web.yaml web=web:9 --local -o yaml' },
    { run: 'set image deployment/web web=web:9 --dry-run=server' },
  ],
};
