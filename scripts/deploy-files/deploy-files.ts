/** The files under deploy/ and manifests/ that are written from what the code says. */
import { readFileSync } from 'node:fs';
import type { KubeObject } from '@banyan/api';
import { SYSTEM_NAMESPACE } from '@banyan/api/clusternet';
import {
  agentDeployment,
  banyanImage,
  bootstrapAccount,
  bootstrapTokenSecret,
  formatManifests,
  formatTemplate,
  registrationSecret,
} from '@banyan/membership/manifests';
import { agentChartFiles, hubChartFiles } from './chart-files.ts';
import { anonymousProxyObjects, hubObjects } from './hub-objects.ts';

const WRITTEN = '# Written by scripts/update-deploy.ts; do not edit.\n';

/** Path in the repository → text. `crds`: file name → text. */
export function deployFiles(crds: ReadonlyMap<string, string>): Map<string, string> {
  const image = banyanImage(repositoryVersion());
  const hub = hubObjects(image);
  const agent = agentDeployment({ image });
  const hubChart = hubChartFiles(hub, anonymousProxyObjects());
  const agentChart = agentChartFiles(agent);
  return new Map([
    // Definitions first, by name: what needs them may be in the same folder one day.
    ...filesIn('deploy/hub/00-', crds),
    ...filesIn('deploy/charts/banyan-hub/crds/', crds),
    ...filesIn('deploy/hub/', folder(hub)),
    ...filesIn('deploy/agent/', folder(agent)),
    ...filesIn('deploy/charts/banyan-hub/templates/', marked(hubChart)),
    ...filesIn('deploy/charts/banyan-agent/templates/', marked(agentChart)),
    ...samples(),
  ]);
}

export function repositoryVersion(): string {
  return (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version;
}

const RBAC_KINDS = ['ServiceAccount', 'ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding'];

/** In the order of their names each file finds what it needs. */
function folder(objects: readonly KubeObject[]): Map<string, string> {
  const isNamespace = ({ kind }: KubeObject) => kind === 'Namespace';
  const isAboutRights = ({ kind }: KubeObject) => RBAC_KINDS.includes(kind) || kind.startsWith('Validating');
  const isRest = (object: KubeObject) => !isNamespace(object) && !isAboutRights(object);
  const file = (isIn: (object: KubeObject) => boolean) => formatManifests(objects.filter(isIn));
  return marked(
    new Map([
      ['10-namespaces.yaml', file(isNamespace)],
      ['20-rights.yaml', file(isAboutRights)],
      ['30-workload.yaml', file(isRest)],
    ]),
  );
}

function samples(): [string, string][] {
  return [
    template(
      'deploy/templates/clusternet_agent_secret.yaml',
      'PARENTURL=https://… REGTOKEN=… envsubst < ./deploy/templates/clusternet_agent_secret.yaml | kubectl apply -f -',
      registrationSecret({ parentUrl: '$PARENTURL', token: '$REGTOKEN', caHash: '$CAHASH' }),
    ),
    template(
      'manifests/samples/cluster_bootstrap_token.yaml',
      'A template without a token in it: `banyan token create -o yaml | kubectl apply -f -` takes its place.',
      bootstrapTokenSecret({ id: '$TOKEN_ID', secret: '$TOKEN_SECRET', expiration: '$EXPIRATION' }),
    ),
    [
      'manifests/samples/cluster_serviceaccount_token.yaml',
      `${WRITTEN}# A registration token that does not expire. Prefer \`banyan token create\`.\n` +
        formatManifests(bootstrapAccount(SYSTEM_NAMESPACE)),
    ],
  ];
}

function template(path: string, about: string, object: KubeObject): [string, string] {
  return [path, `${WRITTEN}# ${about}\n${formatTemplate(object)}`];
}

function filesIn(prefix: string, files: ReadonlyMap<string, string>): [string, string][] {
  return [...files].map(([name, text]) => [`${prefix}${name}`, text]);
}

function marked(files: ReadonlyMap<string, string>): Map<string, string> {
  return new Map([...files].map(([name, text]) => [name, `${WRITTEN}${text}`]));
}
