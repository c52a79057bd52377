import { deployment } from './manifests.ts';
import type { Scenario } from '../scenario.ts';

export const expose: Scenario = {
  id: 'expose',
  name: 'expose makes a Service that selects what it was given',
  files: {
    'web.yaml': deployment('web', { replicas: 0 }),
  },
  steps: [
    { run: 'create -f web.yaml' },
    { run: 'expose deployment web --port=80 --target-port=8080' },
    { run: 'get service web' },
    { run: 'get service web -o yaml' },
    { run: 'expose deployment web --name=door --type=NodePort' },
    { run: 'get service door -o wide' },
    { run: 'expose service web --name=again --port=81' },
    { run: 'expose -f web.yaml --name=dry --dry-run=client -o yaml' },
    { run: 'expose deployment web', exit: 1 },
    { run: 'expose deployment nosuch --port=80', exit: 1 },
    { run: 'create configmap none' },
    { run: 'expose configmap none --port=80', exit: 1 },
    { run: 'expose deployment web --name=Bad_Name --port=80', exit: 1 },
    { run: 'expose deployment web --name=headless --cluster-ip=None --port=80' },
    { run: 'get service headless' },
    { run: 'expose deployment web --name=taken --port=80 --cluster-ip=192.0.2.1', exit: 1 },
  ],
};
