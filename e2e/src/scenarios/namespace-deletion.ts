import type { Scenario } from '../scenario.ts';

export const namespaceDeletion: Scenario = {
  id: 'namespace-deletion',
  name: 'a deleted namespace takes everything in it along, and waits for what has a finalizer',
  files: {
    'held.yaml': `apiVersion: v1
kind: ConfigMap
metadata: { name: held, finalizers: [e2e.example.com/hold] }
`,
  },
  async run(user) {
    const inside = '-n namespace-deletion-2';
    await user.kubectl('create namespace namespace-deletion-2');
    await user.waitFor(`get serviceaccount default ${inside} -o name`, 'default');
    await user.kubectl(`create deployment web --image=web:1 --replicas=2 ${inside}`);
    await user.kubectl(`rollout status deployment/web ${inside}`, { compare: 'last-line' });
    await user.kubectl(`create -f held.yaml ${inside}`);
    await user.kubectl('delete namespace namespace-deletion-2 --wait=false');
    await user.kubectl(`create configmap late ${inside}`, { exit: 1 });
    await user.kubectl('get namespace namespace-deletion-2', { until: 'Terminating' });
    await user.waitFor(
      "get namespace namespace-deletion-2 -o jsonpath='{.status.conditions[*].reason}'",
      'SomeFinalizersRemain',
    );
    await user.waitFor(`get pods ${inside} -o jsonpath='{.items}'`, '[]');
    await user.waitFor(
      `get namespace namespace-deletion-2 -o jsonpath='{range .status.conditions[*]}{.type}={.status} {.message}{"\\n"}{end}'`,
      'NamespaceContentRemaining=True Some resources are remaining: configmaps. has 1 resource instances',
    );
    await user.kubectl(
      `get namespace namespace-deletion-2 -o jsonpath='{range .status.conditions[*]}{.type}={.status} {.reason} {.message}{"\\n"}{end}'`,
      { unordered: true },
    );
    await user.kubectl(`get all,configmaps ${inside}`);
    await user.kubectl(`patch configmap held ${inside} --type=merge -p '{"metadata":{"finalizers":null}}'`);
    await user.kubectl('wait --for=delete namespace/namespace-deletion-2 --timeout=60s', {
      compare: 'exit-code',
    });
    await user.kubectl('get namespace namespace-deletion-2', { exit: 1 });
  },
};
