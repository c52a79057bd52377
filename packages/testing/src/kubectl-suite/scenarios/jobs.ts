import type { Scenario } from '../scenario.ts';

export const jobs: Scenario = {
  id: 'jobs',
  name: 'a Job completes, and one is made from a CronJob',
  needs: ['controllers', 'kubelet'],
  steps: [
    { run: 'create job once --image=job:1 -- echo hello' },
    { run: 'wait --for=condition=Complete job/once --timeout=60s' },
    { run: 'get job once' },
    { run: 'get pods -l job-name=once', until: 'Completed' },
    { run: 'create cronjob nightly --image=job:1 --schedule=@yearly -- echo hello' },
    { run: `patch cronjob nightly -p '{"spec":{"suspend":true}}'` },
    { run: 'get cronjob nightly' },
    { run: 'create job manual --from=cronjob/nightly' },
    { run: 'wait --for=condition=Complete job/manual --timeout=60s' },
    {
      run: "get job manual -o jsonpath='{.metadata.ownerReferences[0].kind} {.metadata.annotations} {.spec.template.spec.containers[0].command}'",
    },
    { run: 'get jobs' },
    { run: 'describe job once --show-events=false' },
    { run: 'create job other --from=cronjob/nosuch', exit: 1 },
    { run: 'create job once --image=job:1', exit: 1 },
    { run: `patch job once -p '{"spec":{"completions":2}}'`, exit: 1 },
    { run: 'delete job once manual' },
    { run: 'delete cronjob nightly' },
  ],
};
