import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isListedReady, startHub, startMember, temporaryFolder, until } from './hub/hub-fixture.ts';
import { terminal } from './people/template-fixture.ts';

/** The npm package has kubectl for one kind of machine. */
const skip = process.platform === 'linux' && process.arch === 'x64' ? false : 'no kubectl for this machine';

test('one goes to a member as oneself, or with a kubeconfig of the member', { skip }, async (t) => {
  const dir = await temporaryFolder(t);
  const [hub, rome] = await Promise.all([startHub(t, dir), startMember(t, dir, 'rome')]);
  const run = await terminal(dir, hub.kubeconfig);
  const joined = await run(
    `banyan join rome --kubeconfig ${rome.kubeconfig} --hub-kubeconfig ${hub.kubeconfig}`,
  );
  assert.equal(joined.code, 0, joined.stderr);
  await until('it is ready', () => isListedReady(hub, 'rome'));
  const groups = ['-o', 'jsonpath={.status.userInfo.groups}'];
  const list = JSON.parse((await run('banyan clusters rome -o json')).stdout) as {
    items: { spec: { clusterId: string } }[];
  };
  const clusterId = list.items[0]?.spec.clusterId ?? '';
  const child = await run(
    [
      ...`kubectl clusternet --cluster-id=${clusterId} --child-kubeconfig=${rome.kubeconfig}`.split(' '),
      'create',
      '-f',
      '-',
      ...groups,
    ],
    { stdin: REVIEW },
  );
  const own = await run(['banyan', 'create', '-f', '-', '--cluster', 'rome', ...groups], { stdin: REVIEW });
  assert.deepEqual([child.code, own.code], [0, 0], child.stderr + own.stderr);
  assert.match(child.stdout, /"system:masters"/, 'as the member knows its own administrator');
  assert.doesNotMatch(own.stdout, /"system:masters"/);
  assert.match(own.stdout, /"banyan:member-admins"/);
});

const REVIEW = '{"apiVersion":"authentication.k8s.io/v1","kind":"SelfSubjectReview"}';
