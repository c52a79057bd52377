import type { Scenario } from '../scenario.ts';
import { deployment } from './manifests.ts';

export const scale: Scenario = {
  id: 'scale',
  name: 'a Deployment is scaled up, down and to nothing',
  files: { 'web.yaml': deployment('web', { replicas: 1 }) },
  async run(user) {
    const rolledOut = () => user.kubectl('rollout status deployment/web', { compare: 'last-line' });
    await user.kubectl('apply -f web.yaml');
    await rolledOut();
    await user.kubectl('scale deployment web --replicas=6');
    await rolledOut();
    await user.kubectl('get deployment,rs -l app=web', { until: '6         6         6' });
    await user.kubectl('get pods -l app=web', { until: 'Running' });
    await user.kubectl('scale deployment web --replicas=2');
    await rolledOut();
    await user.kubectl('get rs -l app=web', { until: '2         2         2' });
    await user.kubectl('scale deployment web --replicas=1 --current-replicas=5', { exit: 1 });
    await user.kubectl('scale deployment web --replicas=0');
    await user.kubectl('get pods -l app=web -o name', { until: '', compare: 'exit-code' });
    await user.kubectl('wait --for=delete pod -l app=web --timeout=60s', { compare: 'exit-code' });
    await user.kubectl('get deployment web', { until: '0/0     0            0' });
    await user.kubectl('get events --field-selector reason=ScalingReplicaSet', { unordered: true });
    await user.kubectl(
      'get events --field-selector reason=SuccessfulDelete -o custom-columns=TYPE:.type,REASON:.reason,KIND:.involvedObject.kind,FROM:.source.component',
      { unordered: true },
    );
  },
};
