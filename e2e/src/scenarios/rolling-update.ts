import type { Scenario } from '../scenario.ts';
import { deployment } from './manifests.ts';

const CONDITIONS =
  'get deployment web -o jsonpath=\'{range .status.conditions[*]}{.type}={.status} {.reason}{"\\n"}{end}\'';

export const rollingUpdate: Scenario = {
  id: 'rolling-update',
  name: 'a new version is rolled out, undone, and rolled out in two parts with a pause',
  files: { 'web.yaml': deployment('web', { replicas: 3 }) },
  async run(user) {
    const rolledOut = () => user.kubectl('rollout status deployment/web', { compare: 'last-line' });
    await user.kubectl('apply -f web.yaml');
    await rolledOut();
    await user.kubectl('get deployment web');
    await user.kubectl(CONDITIONS, { unordered: true });
    await user.kubectl('set image deployment/web web=web:2');
    await rolledOut();
    await user.kubectl('get rs -l app=web -o wide', { unordered: true, until: '0         0         0' });
    await user.kubectl('rollout history deployment/web');
    await user.kubectl('rollout undo deployment/web');
    await rolledOut();
    await user.kubectl("get deployment web -o jsonpath='{.spec.template.spec.containers[0].image}'");
    await user.kubectl('rollout history deployment/web');
    await user.kubectl('rollout pause deployment/web');
    await user.waitFor(CONDITIONS, 'DeploymentPaused');
    await user.kubectl('set image deployment/web web=web:3');
    await user.kubectl('set env deployment/web COLOUR=green');
    await user.waitFor("get deployment web -o jsonpath='{.status.updatedReplicas}'", '');
    await user.kubectl('get deployment web');
    await user.kubectl(CONDITIONS, { unordered: true });
    await user.kubectl('rollout undo deployment/web', { exit: 1 });
    await user.kubectl('rollout resume deployment/web');
    await rolledOut();
    await user.kubectl(CONDITIONS, { unordered: true, until: 'NewReplicaSetAvailable' });
    await user.kubectl('rollout history deployment/web');
    await user.kubectl(
      'get events --field-selector involvedObject.kind=Deployment,reason!=ScalingReplicaSet',
    );
    await user.kubectl(
      'get pods -l app=web -o custom-columns=IMAGE:.spec.containers[0].image,ENV:.spec.containers[0].env[0].value,PHASE:.status.phase',
    );
  },
};
