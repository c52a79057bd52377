import { certificateRequest } from './certificate-request.ts';
import type { Scenario } from '../scenario.ts';

export const certificate: Scenario = {
  id: 'certificate',
  name: 'a certificate request is approved or denied',
  files: {
    'csr.yaml': certificateRequest('certificate-one'),
    'csr2.yaml': certificateRequest('certificate-two'),
  },
  steps: [
    { run: 'create -f csr.yaml' },
    { run: 'get csr certificate-one' },
    { run: 'certificate approve certificate-one' },
    { run: 'get csr certificate-one' },
    { run: 'certificate approve certificate-one' },
    { run: 'create -f csr2.yaml' },
    { run: 'certificate deny certificate-two' },
    { run: 'get csr certificate-two' },
    { run: 'certificate approve certificate-two', exit: 1 },
    { run: 'certificate approve nosuch', exit: 1 },
    {
      run: "get csr certificate-one -o jsonpath='{.status.conditions[0].type} {.status.conditions[0].reason} {.spec.username}'",
    },
    { run: 'describe csr certificate-two' },
    { run: 'delete csr certificate-one certificate-two' },
  ],
};
