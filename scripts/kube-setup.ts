/** Obtains real Kubernetes for the tests: from $BANYAN_KUBE_BIN, the cache, or a build with Go. */
import { buildKubeBinaries, findKubeBinDir, isOnPath, kubeCacheDir } from '@banyan/testing';

const found = findKubeBinDir();
if (found !== undefined) {
  console.log(`real Kubernetes: ${found}`);
} else if (isOnPath('go')) {
  console.log(`real Kubernetes: building into ${kubeCacheDir()} (about seven minutes, once)`);
  await buildKubeBinaries((line) => console.log(`  ${line}`));
} else {
  console.log(
    'real Kubernetes: not there, and no Go on the PATH to build it; install Go 1.26 or set BANYAN_KUBE_BIN',
  );
}
