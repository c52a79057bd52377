import assert from 'node:assert/strict';
import { test } from 'node:test';
import { demoText, programHere } from './demo-text.ts';

const HUB = {
  name: 'hub',
  version: 'v1.36.3',
  nodes: 0,
  readyNodes: 0,
  server: 'https://127.0.0.1:7000',
  kubeconfig: 'd/hub.kubeconfig',
};
const OPTIONS = { dir: '.banyan', detach: false, once: false, program: 'banyan', hasKubectl: true };

test('a demo shows its clusters and what to try', () => {
  assert.equal(
    demoText([HUB], OPTIONS),
    `
NAME   VERSION   NODES   READY   SERVER                   KUBECONFIG
hub    v1.36.3   0       yes     https://127.0.0.1:7000   d/hub.kubeconfig

look around:      kubectl --kubeconfig .banyan/member1.kubeconfig get nodes
run something:    kubectl --kubeconfig .banyan/member1.kubeconfig create deployment web --image nginx --replicas 3
break something:  banyan playground cut member1   (and mend it: heal)
end:              Ctrl-C`,
  );
});

test('in another folder, in the background and without kubectl the commands are the ones that work there', () => {
  const text = demoText([HUB], { ...OPTIONS, dir: 'd', detach: true, hasKubectl: false });
  assert.match(text, /^look around: +banyan playground --dir d kubectl member1 get nodes$/m);
  assert.match(text, /^end: +banyan demo down --dir d$/m);
});

test('a node that is not ready shows', () => {
  assert.match(demoText([{ ...HUB, nodes: 1 }], { ...OPTIONS, once: true }), /^hub +\S+ +1 +no /m);
});

test('the program is named as it was started', () => {
  const script = 'node apps/banyan/bin/banyan.js demo';
  assert.deepEqual(programHere({ npm_lifecycle_script: script, PATH: '/nowhere' }), {
    program: 'npm run banyan --',
    hasKubectl: false,
  });
  assert.equal(programHere({}).program, 'banyan');
});
