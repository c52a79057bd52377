import { deployment } from './manifests.ts';
import type { Scenario } from '../scenario.ts';

export const patch: Scenario = {
  id: 'patch',
  name: 'patch changes fields in three ways, and a subresource when asked',
  files: {
    'web.yaml': deployment('web', { replicas: 0 }),
    'labels.yaml': `metadata:
  labels:
    a: "1"
`,
  },
  steps: [
    { run: 'create -f web.yaml' },
    {
      run: `patch deployment web -p '{"spec":{"template":{"spec":{"containers":[{"name":"web","image":"web:2"},{"name":"side","image":"side:1"}]}}}}'`,
    },
    { run: "get deployment web -o jsonpath='{.spec.template.spec.containers[*].image}'" },
    {
      run: `patch deployment web --type=strategic -p '{"spec":{"template":{"spec":{"containers":[{"name":"side","$patch":"delete"}]}}}}'`,
    },
    { run: "get deployment web -o jsonpath='{.spec.template.spec.containers[*].name}'" },
    {
      run: `patch deployment web --type=merge -p '{"spec":{"template":{"spec":{"containers":[{"name":"only","image":"only:1"}]}}}}'`,
    },
    { run: "get deployment web -o jsonpath='{.spec.template.spec.containers[*].name}'" },
    {
      run: `patch deployment web --type=json -p '[{"op":"test","path":"/spec/replicas","value":0},{"op":"replace","path":"/spec/template/spec/containers/0/image","value":"only:2"}]'`,
    },
    {
      run: `patch deployment web --type=json -p '[{"op":"test","path":"/spec/replicas","value":7}]'`,
      exit: 1,
    },
    {
      run: `patch deployment web --type=json -p '[{"op":"remove","path":"/metadata/labels/nosuch"}]'`,
      exit: 1,
    },
    { run: `patch deployment web -p '{"spec":{"replicas":0}}'` },
    { run: `patch deployment web -p '{"spec":{"replicas":-1}}'`, exit: 1 },
    { run: `patch deployment web -p '{"spec":{"selector":{"matchLabels":{"x":"y"}}}}'`, exit: 1 },
    { run: "patch deployment web -p 'not json'", exit: 1 },
    { run: "patch deployment nosuch -p '{}'", exit: 1 },
    { run: "patch deployment web --type=other -p '{}'", exit: 1 },
    { run: 'patch deployment web', exit: 1 },
    { run: `patch deployment web --subresource=scale --type=merge -p '{"spec":{"replicas":0}}'` },
    { run: 'patch deployment web --patch-file=labels.yaml' },
    { run: "get deployment web -o jsonpath='{.metadata.labels}'" },
    { run: `patch -f web.yaml -p '{"metadata":{"labels":{"b":"2"}}}' -o name` },
    { run: 'create service loadbalancer front --tcp=80' },
    {
      run: `patch service front --subresource=status --type=merge -p '{"status":{"loadBalancer":{"ingress":[{"ip":"192.0.2.1"}]}}}'`,
    },
    { run: "get service front -o jsonpath='{.status}'" },
    { run: "patch cm kube-root --subresource=status -p '{}'", exit: 1 },
    { run: `patch -f web.yaml --local --type=merge -p '{"metadata":{"labels":null}}' -o yaml` },
    { run: 'create configmap merged --from-literal=a=1 --from-literal=b=2' },
    { run: `patch cm merged --type=merge -p '{"data":{"a":null,"c":"3"}}'` },
    { run: "get cm merged -o jsonpath='{.data}'" },
    { run: `patch cm merged -p 'data: {d: "4"}' -o jsonpath='{.data}'` },
  ],
};
