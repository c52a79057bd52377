import type { Scenario } from '../scenario.ts';

const work = `  template:
    spec:
      restartPolicy: Never
      containers: [{ name: work, image: "work:1", command: [echo, done] }]
`;

const SEEN =
  "jsonpath='{.status.succeeded} succeeded {range .status.conditions[*]}{.type}={.status} {.reason}, {end}'";

export const jobs: Scenario = {
  id: 'jobs',
  name: 'a Job runs to its end, several at a time, by index, and is cleaned up',
  files: {
    'one.yaml': `apiVersion: batch/v1\nkind: Job\nmetadata: { name: one }\nspec:\n${work}`,
    'many.yaml': `apiVersion: batch/v1\nkind: Job\nmetadata: { name: many }\nspec:\n  completions: 5\n  parallelism: 2\n${work}`,
    'indexed.yaml': `apiVersion: batch/v1\nkind: Job\nmetadata: { name: indexed }\nspec:\n  completions: 3\n  parallelism: 3\n  completionMode: Indexed\n${work}`,
    'held.yaml': `apiVersion: batch/v1\nkind: Job\nmetadata: { name: held }\nspec:\n  suspend: true\n${work}`,
    'brief.yaml': `apiVersion: batch/v1\nkind: Job\nmetadata: { name: brief }\nspec:\n  ttlSecondsAfterFinished: 0\n${work}`,
  },
  async run(user) {
    for (const name of ['one', 'many', 'indexed']) {
      await user.kubectl(`create -f ${name}.yaml`);
      await user.kubectl(`wait --for=condition=Complete job/${name} --timeout=60s`);
      await user.kubectl(`get job ${name}`);
      await user.kubectl(`get job ${name} -o ${SEEN}`);
    }
    await user.kubectl('get pods -l job-name=many');
    await user.kubectl("get job indexed -o jsonpath='{.status.completedIndexes}'");
    await user.kubectl(
      'get events --field-selector involvedObject.kind=Job -o custom-columns=TYPE:.type,REASON:.reason,JOB:.involvedObject.name,FROM:.source.component,MESSAGE:.message',
      { unordered: true },
    );
    await user.kubectl('create -f held.yaml');
    await user.kubectl('get job held', { until: 'Suspended' });
    await user.kubectl('patch job held -p \'{"spec":{"suspend":false}}\'');
    await user.kubectl('wait --for=condition=Complete job/held --timeout=60s');
    await user.kubectl('create -f brief.yaml');
    await user.kubectl('wait --for=delete job/brief --timeout=60s', { compare: 'exit-code' });
    await user.kubectl('delete job --all');
    await user.kubectl('get pods', { until: '' });
  },
};
