/** For tests: what a newcomer applies first, and the program with an input, under any of its names. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { findTool } from '@banyan/kube';

const PROGRAM = join(import.meta.dirname, '../../../bin/banyan.js');

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface RunOptions {
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a command line whose first word is `banyan`, `kubectl-clusternet` … or `kubectl`. */
export type RunLine = (line: string | readonly string[], options?: RunOptions) => Promise<Ran>;

/** A folder with the program under its names, and kubectl, on the PATH; the hub is the kubeconfig's. */
export async function terminal(dir: string, kubeconfig: string): Promise<RunLine> {
  const [bin, links] = [join(dir, 'bin'), join(dir, 'links')];
  for (const folder of [bin, links]) await mkdir(folder);
  for (const name of ['banyan', 'kubectl-clusternet', 'kubectl-multicluster']) {
    await symlink(PROGRAM, join(links, name));
    const script = `#!/bin/sh\nexec '${process.execPath}' '${join(links, name)}' "$@"\n`;
    await writeFile(join(bin, name), script, { mode: 0o755 });
  }
  const kubectl = await findTool('kubectl');
  const { NODE_TEST_CONTEXT: _, ...outside } = process.env;
  const path = [bin, dirname(process.execPath), dirname(kubectl), outside['PATH']].join(delimiter);
  return async (line, { stdin = '', env = {} } = {}) => {
    const [program = '', ...args] = typeof line === 'string' ? line.split(' ') : line;
    const child = spawn(program, args, {
      cwd: dir,
      env: { ...outside, HOME: dir, KUBECONFIG: kubeconfig, PATH: path, ...env },
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (text) => (stdout += String(text)));
    child.stderr.on('data', (text) => (stderr += String(text)));
    // It may end without having read it.
    child.stdin.on('error', () => {});
    child.stdin.end(stdin);
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, stdout, stderr };
  };
}

/** A folder with an app, its Namespace, the intent for it and an override, as one would keep it in git. */
export async function writeApp(dir: string): Promise<string> {
  const app = join(dir, 'app');
  await mkdir(app);
  await writeFile(join(app, '1-app.yaml'), APP);
  await writeFile(join(app, '2-where.yaml'), WHERE);
  return app;
}

const APP = `apiVersion: v1
kind: Namespace
metadata: {name: shop}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: nginx}]}
---
apiVersion: v1
kind: Service
metadata: {name: web, namespace: shop}
spec: {selector: {app: web}, ports: [{port: 80}]}
`;

const WHERE = `apiVersion: apps.clusternet.io/v1alpha1
kind: Subscription
metadata: {name: web, namespace: shop}
spec:
  subscribers: [{clusterAffinity: {matchLabels: {region: nowhere}}}]
  feeds:
    - {apiVersion: v1, kind: Namespace, name: shop}
    - {apiVersion: apps/v1, kind: Deployment, namespace: shop, name: web}
    - {apiVersion: v1, kind: Service, namespace: shop, name: web}
---
apiVersion: apps.clusternet.io/v1alpha1
kind: Localization
metadata: {name: more, namespace: clusternet-paris}
spec:
  overridePolicy: ApplyLater
  feed: {apiVersion: apps/v1, kind: Deployment, namespace: shop, name: web}
  overrides: [{name: replicas, type: MergePatch, value: '{"spec":{"replicas":5}}'}]
`;
