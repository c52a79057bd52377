import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { reportTable, type ClusterReport } from './cluster-report.ts';
import { SAMPLE_DEPLOYMENT } from './sample-app.ts';
import { sharesTable, type SampleShare } from './sample-deployment.ts';

/** What there is when a demo is ready. */
export interface DemoReport {
  /** The hub first. */
  readonly clusters: readonly ClusterReport[];
  /** Who got what of the sample app; nobody if it was not deployed. */
  readonly sample: readonly SampleShare[];
}

export interface DemoTextOptions {
  readonly dir: string;
  readonly detach: boolean;
  readonly once: boolean;
  readonly program: string;
  /** Without it on the PATH, ours is shown. */
  readonly hasKubectl: boolean;
}

/** What a demo shows when it is ready: its clusters, who got what of the sample app, and what to try. */
export function demoText({ clusters, sample }: DemoReport, options: DemoTextOptions): string {
  const { dir, detach, once, program } = options;
  const tables = [reportTable(clusters), ...(sample.length === 0 ? [] : [sharesTable(sample)])].join('\n\n');
  if (once) return `\n${tables}\n`;
  const inDir = dir === '.banyan' ? '' : ` --dir ${dir}`;
  const pid = clusters.find(({ agentPid }) => agentPid !== undefined)?.agentPid;
  const lines = [
    ['in a terminal', `export KUBECONFIG=${dir}/hub.kubeconfig`],
    ['the members', `${program} clusters`],
    ...(sample.length === 0 ? [] : changeSample(program)),
    ...intoMember(options),
    ['break something', `${program} playground${inDir} cut member1   (and mend it: heal)`],
    ...(pid === undefined ? [] : [['', `kill -9 ${pid}   (the agent of member1; it comes back)`]]),
    ['end', detach ? `${program} demo down${inDir}` : 'Ctrl-C'],
  ].map(([what = '', how = '']) => `${(what === '' ? '' : `${what}:`).padEnd(18)}${how}`);
  return `\n${tables}\n\n${lines.join('\n')}`;
}

/** The template is scaled; the members share the difference. */
function changeSample(program: string): string[][] {
  const { namespace, name } = SAMPLE_DEPLOYMENT;
  return [
    ['change the app', `${program} scale deployment ${name} -n ${namespace} --replicas 12`],
    ['', `${program} get --cluster member1 deployments -n ${namespace}`],
  ];
}

/** Through the hub, with a kubectl of the user's or the one that comes along. */
function intoMember({ dir, program, hasKubectl }: DemoTextOptions): string[][] {
  const run = 'create deployment web --image nginx --replicas 3';
  if (!hasKubectl) return [['go into one', `${program} get --cluster member1 pods -A`]];
  const file = `${dir}/through-hub.kubeconfig`;
  return [
    ['go into one', `${program} kubeconfig member1 -o ${file}`],
    ['', `kubectl --kubeconfig ${file} ${run}`],
    ['', `kubectl --kubeconfig ${file} get pods`],
  ];
}

/** How the program is called here: in the checkout it is started by an npm script. */
export function programHere(env: NodeJS.ProcessEnv): Pick<DemoTextOptions, 'program' | 'hasKubectl'> {
  const isScript = env['npm_lifecycle_script']?.includes('apps/banyan/bin') === true;
  const path = (env['PATH'] ?? '').split(delimiter);
  return {
    program: isScript ? 'npm run banyan --' : 'banyan',
    hasKubectl: path.some((dir) => existsSync(join(dir, 'kubectl'))),
  };
}
