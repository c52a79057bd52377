import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startCluster, type Cluster } from '@banyan/testing';
import { agentDeployment } from './agent-manifests.ts';
import { formatManifests } from './format-manifests.ts';

const NAMESPACE = 'clusternet-system';
const AGENT = 'clusternet-agent';
const GATEWAY = 'banyan-gateway';

interface Access {
  readonly account: string;
  readonly namespace?: string;
  readonly verb: string;
  readonly resource: string;
  readonly name?: string;
}

const agent = (verb: string, resource: string, name?: string, namespace = NAMESPACE): Access => ({
  account: AGENT,
  verb,
  resource,
  namespace,
  ...(name !== undefined && { name }),
});
const gateway = (verb: string, resource: string): Access => ({ account: GATEWAY, verb, resource });

const CASES: readonly [may: boolean, Access][] = [
  [true, agent('update', 'leases.coordination.k8s.io', 'clusternet-agent')],
  [true, agent('patch', 'secrets', 'parent-cluster')],
  [true, agent('create', 'serviceaccounts/token', GATEWAY)],
  [true, agent('create', 'serviceaccounts/token', 'clusternet-app-deployer')],
  [true, agent('watch', 'nodes')],
  [true, agent('list', 'pods', undefined, 'kube-system')],
  [false, agent('get', 'secrets', 'clusternet-agent-cluster-registration')],
  [false, agent('list', 'secrets')],
  [false, agent('get', 'secrets', 'parent-cluster', 'default')],
  [false, agent('create', 'serviceaccounts/token', AGENT)],
  [false, agent('create', 'serviceaccounts/token', 'default', 'kube-system')],
  [false, agent('create', 'pods')],
  [false, agent('create', 'pods/exec')],
  [false, agent('impersonate', 'users')],
  [true, gateway('impersonate', 'users')],
  [true, gateway('impersonate', 'groups')],
  [false, gateway('impersonate', 'serviceaccounts')],
  [false, gateway('get', 'pods')],
  [false, gateway('get', 'secrets')],
];

describe('the accounts in a member, on a real cluster', { timeout: 1_200_000 }, () => {
  let cluster: Cluster;

  before(async () => {
    cluster = await startCluster({ name: 'member' });
    const stdin = formatManifests(agentDeployment({ image: 'banyan:test' }));
    const { code, stderr } = await cluster.kubectl(['apply', '-f', '-'], { stdin });
    assert.equal(code, 0, stderr);
  });
  after(() => cluster?.stop());

  for (const [may, access] of CASES) {
    const { account, verb, resource, name = '', namespace = 'no namespace' } = access;
    test(`${account} ${may ? 'may' : 'may not'} ${verb} ${resource} ${name} (${namespace})`, async () => {
      await cluster.until('RBAC has been read', async () => (await isAllowed(access)) === may);
    });
  }

  async function isAllowed({ account, namespace, verb, resource: full, name }: Access): Promise<boolean> {
    const [path = '', ...group] = full.split('.');
    const [resource, subresource] = path.split('/');
    const review = {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SubjectAccessReview',
      spec: {
        user: `system:serviceaccount:${NAMESPACE}:${account}`,
        groups: ['system:serviceaccounts', `system:serviceaccounts:${NAMESPACE}`, 'system:authenticated'],
        resourceAttributes: { namespace, verb, group: group.join('.'), resource, subresource, name },
      },
    };
    const answer = await cluster.json<{ status: { allowed: boolean } }>(
      'POST',
      '/apis/authorization.k8s.io/v1/subjectaccessreviews',
      review,
    );
    return answer.status.allowed;
  }
});
