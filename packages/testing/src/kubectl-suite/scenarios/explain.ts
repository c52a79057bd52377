import type { Scenario } from '../scenario.ts';

export const explain: Scenario = {
  id: 'explain',
  name: 'explain shows kinds and fields from the schema of the server',
  steps: [
    { run: 'explain configmap', compare: 'outline' },
    { run: 'explain deployment.spec.strategy', compare: 'outline' },
    { run: 'explain pod.spec.containers.ports', compare: 'outline' },
    { run: 'explain service.spec.type', compare: 'outline' },
    { run: 'explain deployment.spec.strategy --recursive', compare: 'outline' },
    { run: 'explain hpa --api-version=autoscaling/v1', compare: 'outline' },
    { run: 'explain role.rules', compare: 'outline' },
    { run: 'explain ns', compare: 'outline' },
    { run: 'explain cronjob.spec.concurrencyPolicy', compare: 'outline' },
    { run: 'explain configmap --output=plaintext-openapiv2', compare: 'outline' },
    { run: 'explain deployment.nosuch', exit: 1 },
    { run: 'explain nosuchtype', exit: 1 },
    { run: 'explain', exit: 1 },
    { run: 'explain deployment --api-version=apps/v9', exit: 1 },
    { run: 'explain pod --output=picture', exit: 1 },
    { run: 'explain deployment.spec.template.spec.volumes.configMap --recursive', compare: 'outline' },
  ],
};
