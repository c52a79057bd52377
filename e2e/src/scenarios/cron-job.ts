import type { Scenario } from '../scenario.ts';

export const cronJob: Scenario = {
  id: 'cron-job',
  name: 'a CronJob starts a Job at the next minute',
  async run(user) {
    await user.kubectl("create cronjob tick --image=tick:1 --schedule='* * * * *' -- echo tick");
    await user.kubectl('get cronjob tick');
    await user.waitFor("get jobs -o jsonpath='{.items[*].status.conditions[*].type}'", 'Complete');
    await user.kubectl('get cronjob tick', { until: '0        ' });
    await user.kubectl(
      'get jobs -o custom-columns=OWNER:.metadata.ownerReferences[0].name,SUCCEEDED:.status.succeeded,IMAGE:.spec.template.spec.containers[0].image',
    );
    await user.kubectl(
      'get events --field-selector involvedObject.kind=CronJob,reason=SuccessfulCreate -o custom-columns=TYPE:.type,REASON:.reason,FROM:.source.component',
    );
    await user.kubectl('delete cronjob tick');
    await user.kubectl('wait --for=delete job --all --timeout=60s', { compare: 'exit-code' });
  },
};
