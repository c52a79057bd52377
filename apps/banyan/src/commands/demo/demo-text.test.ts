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

const MEMBER = { ...HUB, name: 'member1', nodes: 1, readyNodes: 1, agentPid: 4711 };
const SHARE = { cluster: 'member1', pods: 7, greeting: 'hello from member1' };

test('a demo shows its clusters and what to try', () => {
  assert.equal(
    demoText({ clusters: [HUB, MEMBER], sample: [SHARE] }, OPTIONS),
    `
NAME      VERSION   NODES   READY   SERVER                   KUBECONFIG
hub       v1.36.3   0       yes     https://127.0.0.1:7000   d/hub.kubeconfig
member1   v1.36.3   1       yes     https://127.0.0.1:7000   d/hub.kubeconfig

CLUSTER   DEPLOYMENT   PODS   GREETING
member1   shop/web     7      hello from member1

in a terminal:    export KUBECONFIG=.banyan/hub.kubeconfig
the members:      banyan clusters
change the app:   banyan scale deployment web -n shop --replicas 12
                  banyan get --cluster member1 deployments -n shop
go into one:      banyan kubeconfig member1 -o .banyan/through-hub.kubeconfig
                  kubectl --kubeconfig .banyan/through-hub.kubeconfig create deployment web --image nginx --replicas 3
                  kubectl --kubeconfig .banyan/through-hub.kubeconfig get pods
break something:  banyan playground cut member1   (and mend it: heal)
                  kill -9 4711   (the agent of member1; it comes back)
end:              Ctrl-C`,
  );
});

test('in another folder, in the background and without kubectl the commands are the ones that work there', () => {
  const text = demoText(
    { clusters: [HUB], sample: [] },
    { ...OPTIONS, dir: 'd', detach: true, hasKubectl: false },
  );
  assert.doesNotMatch(text, /PODS|change the app/);
  assert.match(text, /^go into one: +banyan get --cluster member1 pods -A$/m);
  assert.match(text, /^end: +banyan demo down --dir d$/m);
});

test('a node that is not ready shows', () => {
  assert.match(
    demoText({ clusters: [{ ...HUB, nodes: 1 }], sample: [] }, { ...OPTIONS, once: true }),
    /^hub +\S+ +1 +no /m,
  );
});

test('the program is named as it was started', () => {
  const script = 'node apps/banyan/bin/banyan.js demo';
  assert.deepEqual(programHere({ npm_lifecycle_script: script, PATH: '/nowhere' }), {
    program: 'npm run banyan --',
    hasKubectl: false,
  });
  assert.equal(programHere({}).program, 'banyan');
});
