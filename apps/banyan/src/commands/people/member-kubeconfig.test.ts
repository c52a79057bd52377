import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseKubeconfig } from '@banyan/kube';
import { parse } from 'yaml';
import { memberEntries, memberKubeconfig, templateEntries } from './member-kubeconfig.ts';
import { kubeconfigText, mergeKubeconfig } from './merge-kubeconfig.ts';

const HUB = `# mine
apiVersion: v1
kind: Config
current-context: hub
clusters:
- name: hub
  cluster:
    server: https://hub.example:6443/prefix/
    certificate-authority: /pki/ca.crt
    tls-server-name: hub
    proxy-url: http://proxy:3128
contexts:
- name: hub
  context: { cluster: hub, user: ada, namespace: elsewhere }
users:
- name: ada # by the plugin
  user:
    as: grace
    as-groups: [ops]
    exec:
      apiVersion: client.authentication.k8s.io/v1
      command: login
      args: [--fast]
      env: [{ name: REALM, value: "on" }]
      interactiveMode: IfAvailable
`;
const config = parseKubeconfig(HUB, '/home/ada/.kube/config');
const entries = memberEntries(config, 'hub', { name: 'berlin', clusterId: 'id-1' });
const SERVER =
  'https://hub.example:6443/prefix/apis/proxies.clusternet.io/v1alpha1/sockets/id-1/proxy/direct';

test("a member's kubeconfig is the hub's, but for the address and the namespace", () => {
  const made = parseKubeconfig(kubeconfigText(memberKubeconfig(entries)), 'made');
  const [hub, member] = [config.clusters.get('hub'), made.clusters.get('berlin')];
  assert.deepEqual(member, { ...hub, origin: 'made', server: SERVER });
  assert.deepEqual(made.users.get('ada'), { ...config.users.get('ada'), origin: 'made' });
  assert.equal(made.currentContext, 'berlin');
  assert.equal(made.contexts.get('berlin')?.namespace, undefined);
});

test("the kubeconfig of templates is the hub's, with their path behind the address", () => {
  const { cluster, clusterName, userName } = templateEntries(config, 'hub', 'templates');
  assert.deepEqual([clusterName, userName], ['templates', 'ada']);
  const path = '/apis/proxies.banyan.dev/v1alpha1/templates/all/proxy';
  assert.equal(cluster['server'], `https://hub.example:6443/prefix${path}`);
});

test('templates are in the namespace that one is in at the hub, or was given to their own context', () => {
  const templates = templateEntries(config, 'hub', 'templates');
  const made = parseKubeconfig(kubeconfigText(memberKubeconfig(templates)), 'made');
  assert.equal(made.contexts.get('templates')?.namespace, 'elsewhere');
  const first = mergeKubeconfig(HUB, templates).text;
  assert.equal(parseKubeconfig(first, 'f').contexts.get('templates')?.namespace, 'elsewhere');
  const changed = mergeKubeconfig(first, { ...templates, namespace: 'other' }).text;
  assert.equal(parseKubeconfig(changed, 'f').contexts.get('templates')?.namespace, 'elsewhere');
});

test('certificates and keys inside a kubeconfig come along', () => {
  const data = { 'client-certificate-data': 'Y2VydA==', 'client-key-data': 'a2V5' };
  const inline = {
    clusters: [{ name: 'c', cluster: { server: 'https://h', 'certificate-authority-data': 'Y2E=' } }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
    users: [{ name: 'u', user: data }],
  };
  const made = memberEntries(parseKubeconfig(JSON.stringify(inline), 'f'), 'x', {
    name: 'm',
    clusterId: 'i',
  });
  assert.deepEqual(made.user, data);
  assert.equal(made.cluster['certificate-authority-data'], 'Y2E=');
});

test('merged into a file, it refers to the user there, and everything else stays, comments too', () => {
  const { text, replaced } = mergeKubeconfig(HUB, entries);
  assert.equal(replaced, false);
  assert.match(text, /^# mine\n/);
  assert.match(text, /name: ada # by the plugin/);
  const merged = parse(text) as { users: unknown[]; contexts: object[]; 'current-context': string };
  assert.equal(merged.users.length, 1);
  assert.equal(merged['current-context'], 'hub');
  assert.deepEqual(merged.contexts[1], { name: 'berlin', context: { cluster: 'berlin', user: 'ada' } });
});

test('merged again, nothing is there twice, and a namespace chosen since stays', () => {
  const once = mergeKubeconfig(HUB, entries).text;
  const chosen = once.replace('cluster: berlin\n', 'cluster: berlin\n      namespace: shop\n');
  const { text, replaced } = mergeKubeconfig(chosen, entries);
  assert.equal(replaced, true);
  assert.deepEqual(parse(text), parse(chosen));
});

test('an empty file becomes a kubeconfig, and lists that are null are filled', () => {
  assert.deepEqual(parse(mergeKubeconfig(undefined, entries).text), memberKubeconfig(entries));
  const empty = 'apiVersion: v1\nkind: Config\nclusters: null\ncontexts: null\nusers: null\n';
  const merged = parse(mergeKubeconfig(empty, entries).text) as { users: { name: string }[] };
  assert.equal(merged.users[0]?.name, 'ada');
});

const refused: readonly [what: string, text: string, words: RegExp][] = [
  [
    'a cluster of the same name elsewhere',
    'clusters: [{ name: berlin, cluster: { server: https://elsewhere } }]',
    /another \(https:\/\/elsewhere\); choose another name with --name/,
  ],
  [
    'a context of the same name and another cluster',
    'contexts: [{ name: berlin, context: { cluster: kind } }]',
    /context "berlin" of the cluster "kind"/,
  ],
  ['no YAML', 'a: [', /no YAML/],
  ['no kubeconfig', '- a', /no kubeconfig/],
];
for (const [what, text, words] of refused)
  test(`nothing is merged into a file with ${what}`, () => {
    assert.throws(() => mergeKubeconfig(text, entries), words);
  });
