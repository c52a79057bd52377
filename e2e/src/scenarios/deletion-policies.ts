import type { Scenario } from '../scenario.ts';
import { deployment } from './manifests.ts';

export const deletionPolicies: Scenario = {
  id: 'deletion-policies',
  name: 'what a Deployment made goes before it, after it, or stays',
  files: {
    'first.yaml': deployment('first'),
    'second.yaml': deployment('second'),
    'third.yaml': deployment('third'),
  },
  async run(user) {
    for (const name of ['first', 'second', 'third']) {
      await user.kubectl(`create -f ${name}.yaml`);
      await user.kubectl(`rollout status deployment/${name}`, { compare: 'last-line' });
    }
    await user.kubectl('delete deployment first --cascade=foreground');
    await user.kubectl('get deployment,rs,pods -l app=first');
    await user.kubectl('delete deployment second --cascade=background');
    await user.kubectl('wait --for=delete rs,pods -l app=second --timeout=60s', { compare: 'exit-code' });
    await user.kubectl('get deployment,rs,pods -l app=second');
    await user.kubectl('delete deployment third --cascade=orphan');
    await user.kubectl('get deployment,rs,pods -l app=third');
    await user.kubectl("get rs -l app=third -o jsonpath='{.items[0].metadata.ownerReferences}'");
    await user.kubectl('create -f third.yaml');
    await user.kubectl('rollout status deployment/third', { compare: 'last-line' });
    await user.kubectl("get rs -l app=third -o jsonpath='{.items[*].metadata.ownerReferences[0].name}'");
    await user.kubectl('get deployment,rs,pods -l app=third');
  },
};
