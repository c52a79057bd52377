import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { go, kubernetesModule } from './go-module.ts';
import { KUBERNETES_VERSION, kubeCacheDir } from './kube-binaries.ts';

/**
 * The program of Kubernetes' own end-to-end tests. Built with the Go on the PATH when it is first asked for, into a
 * folder beside the other programs': two to three minutes on two cores.
 */
export async function kubernetesE2eTests(progress: (line: string) => void): Promise<string> {
  const file = join(dirname(kubeCacheDir()), `e2e-${KUBERNETES_VERSION}`, 'e2e.test');
  if (existsSync(file)) return file;
  await mkdir(dirname(file), { recursive: true });
  const work = await mkdtemp(join(dirname(file), 'building-'));
  try {
    progress(`building Kubernetes' end-to-end tests ${KUBERNETES_VERSION} into ${dirname(file)} ...`);
    const { dir, ldflags } = await kubernetesModule(work);
    const built = join(work, 'e2e.test');
    await go(dir, ['test', '-c', '-o', built, '-ldflags', ldflags, 'k8s.io/kubernetes/test/e2e']);
    await rename(built, file);
    return file;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
