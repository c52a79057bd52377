import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { download, go, kubernetesModule, newModule } from './go-module.ts';
import {
  ETCD_VERSION,
  KUBERNETES_VERSION,
  KWOK_STAGES_FILE,
  KWOK_VERSION,
  kubeCacheDir,
} from './kube-binaries.ts';

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
  const { dir, ldflags } = await kubernetesModule(work);
  const programs = ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'kubectl'];
  const packages = programs.map((name) => `k8s.io/kubernetes/cmd/${name}`);
  await go(dir, ['build', '-o', `${bin}/`, '-ldflags', ldflags, ...packages]);
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
