import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { reportTable, type ClusterReport } from './cluster-report.ts';

export interface DemoTextOptions {
  readonly dir: string;
  readonly detach: boolean;
  readonly once: boolean;
  readonly program: string;
  /** Without it on the PATH, ours is shown. */
  readonly hasKubectl: boolean;
}

/** What a demo shows when it is ready: its clusters, and what to try. */
export function demoText(clusters: readonly ClusterReport[], options: DemoTextOptions): string {
  const { dir, detach, once, program, hasKubectl } = options;
  const table = reportTable(clusters);
  if (once) return `\n${table}\n`;
  const inDir = dir === '.banyan' ? '' : ` --dir ${dir}`;
  const kubectl = hasKubectl
    ? `kubectl --kubeconfig ${dir}/member1.kubeconfig`
    : `${program} playground${inDir} kubectl member1`;
  const lines = [
    ['look around', `${kubectl} get nodes`],
    ['run something', `${kubectl} create deployment web --image nginx --replicas 3`],
    ['break something', `${program} playground${inDir} cut member1   (and mend it: heal)`],
    ['end', detach ? `${program} demo down${inDir}` : 'Ctrl-C'],
  ].map(([what = '', how = '']) => `${`${what}:`.padEnd(18)}${how}`);
  return `\n${table}\n\n${lines.join('\n')}`;
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
