import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import {
  ETCD_VERSION,
  KUBERNETES_VERSION,
  KWOK_STAGES_FILE,
  KWOK_VERSION,
  kubeCacheDir,
} from './kube-binaries.ts';

const run = promisify(execFile);

/** Kwok's own definitions of how nodes and pods come alive, by their path in its module. */
const KWOK_STAGE_FILES = [
  'kustomize/stage/node/fast/node-initialize.yaml',
  'kustomize/stage/node/heartbeat-with-lease/node-heartbeat-with-lease.yaml',
  'kustomize/stage/pod/fast/pod-ready.yaml',
  'kustomize/stage/pod/fast/pod-complete.yaml',
  'kustomize/stage/pod/fast/pod-delete.yaml',
];

/**
 * Builds Kubernetes, etcd and kwok with the Go on the PATH into the cache folder: about seven minutes on two
 * cores from empty caches. The folder appears under its name only when it is whole, so a build that was cut
 * off leaves nothing that could be taken for one.
 */
export async function buildKubeBinaries(progress: (line: string) => void): Promise<void> {
  const target = kubeCacheDir();
  await mkdir(dirname(target), { recursive: true });
  const work = await mkdtemp(`${target}.building-`);
  try {
    const bin = join(work, 'bin');
    await mkdir(bin);
    await step(progress, `etcd ${ETCD_VERSION}`, () => buildEtcd(work, bin));
    await step(progress, `kwok ${KWOK_VERSION}`, () => buildKwok(work, bin));
    await step(progress, `Kubernetes ${KUBERNETES_VERSION}`, () => buildKubernetes(work, bin));
    await rm(target, { recursive: true, force: true });
    await rename(bin, target);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function step(
  progress: (line: string) => void,
  what: string,
  build: () => Promise<void>,
): Promise<void> {
  const startedMs = performance.now();
  progress(`building ${what} ...`);
  await build();
  progress(`built ${what} in ${Math.round((performance.now() - startedMs) / 1000)} s`);
}

async function buildKubernetes(work: string, bin: string): Promise<void> {
  const version = `v${KUBERNETES_VERSION}`;
  const dir = await newModule(work, 'kubernetes', [`require k8s.io/kubernetes ${version}`]);
  // In the source tree the staging modules live beside the main one; outside of it the published ones stand in.
  const { GoMod } = await download(dir, `k8s.io/kubernetes@${version}`);
  const published = `v0.${KUBERNETES_VERSION.split('.').slice(1).join('.')}`;
  const staged = (await readFile(GoMod, 'utf8')).matchAll(/^\s*(?:replace )?(\S+) => \.\/staging\//gm);
  const replaces = [...staged].map(([, name]) => `replace ${name} => ${name} ${published}`);
  await newModule(work, 'kubernetes', [`require k8s.io/kubernetes ${version}`, ...replaces]);
  const [major, minor] = KUBERNETES_VERSION.split('.');
  const variables = ['component-base/version', 'client-go/pkg/version'].flatMap((pkg) => [
    `-X k8s.io/${pkg}.gitVersion=${version}`,
    `-X k8s.io/${pkg}.gitMajor=${major}`,
    `-X k8s.io/${pkg}.gitMinor=${minor}`,
  ]);
  const programs = ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'kubectl'];
  await go(dir, [
    'build',
    '-o',
    `${bin}/`,
    '-ldflags',
    `-s -w ${variables.join(' ')}`,
    ...programs.map((name) => `k8s.io/kubernetes/cmd/${name}`),
  ]);
}

async function buildEtcd(work: string, bin: string): Promise<void> {
  const dir = await newModule(work, 'etcd', [`require go.etcd.io/etcd/server/v3 v${ETCD_VERSION}`]);
  await go(dir, ['build', '-o', join(bin, 'etcd'), '-ldflags', '-s -w', 'go.etcd.io/etcd/server/v3']);
}

async function buildKwok(work: string, bin: string): Promise<void> {
  const dir = await newModule(work, 'kwok', [`require sigs.k8s.io/kwok v${KWOK_VERSION}`]);
  await go(dir, ['build', '-o', join(bin, 'kwok'), '-ldflags', '-s -w', 'sigs.k8s.io/kwok/cmd/kwok']);
  const { Dir } = await download(dir, `sigs.k8s.io/kwok@v${KWOK_VERSION}`);
  const stages = await Promise.all(KWOK_STAGE_FILES.map((file) => readFile(join(Dir, file), 'utf8')));
  await writeFile(join(bin, KWOK_STAGES_FILE), stages.join('\n---\n'));
}

/** A throw-away module. -mod=mod lets the build itself add what go.mod and go.sum lack. */
async function newModule(work: string, name: string, lines: string[]): Promise<string> {
  const dir = join(work, name);
  await mkdir(dir, { recursive: true });
  await writeFile(
    join(dir, 'go.mod'),
    [`module banyan.dev/build/${name}`, 'go 1.26', ...lines, ''].join('\n'),
  );
  return dir;
}

async function download(dir: string, module: string): Promise<{ Dir: string; GoMod: string }> {
  return JSON.parse(await go(dir, ['mod', 'download', '-json', module])) as { Dir: string; GoMod: string };
}

async function go(cwd: string, args: string[]): Promise<string> {
  const env = { ...process.env, GOFLAGS: '-mod=mod -buildvcs=false', CGO_ENABLED: '0' };
  try {
    const { stdout } = await run('go', args, { cwd, env, maxBuffer: 64 * 1024 * 1024 });
    return stdout;
  } catch (cause) {
    const { stderr = '' } = cause as { stderr?: string };
    throw new Error(`go ${args[0]} failed:\n${stderr.split('\n').slice(-20).join('\n')}`, { cause });
  }
}
