import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { KUBERNETES_VERSION } from './kube-binaries.ts';

const run = promisify(execFile);

/** A throw-away module. -mod=mod lets the build itself add what go.mod and go.sum lack. */
export async function newModule(work: string, name: string, lines: string[]): Promise<string> {
  const dir = join(work, name);
  await mkdir(dir, { recursive: true });
  await writeFile(
    join(dir, 'go.mod'),
    [`module banyan.dev/build/${name}`, 'go 1.26', ...lines, ''].join('\n'),
  );
  return dir;
}

export async function download(dir: string, module: string): Promise<{ Dir: string; GoMod: string }> {
  return JSON.parse(await go(dir, ['mod', 'download', '-json', module])) as { Dir: string; GoMod: string };
}

export async function go(cwd: string, args: string[]): Promise<string> {
  const env = { ...process.env, GOFLAGS: '-mod=mod -buildvcs=false', CGO_ENABLED: '0' };
  try {
    const { stdout } = await run('go', args, { cwd, env, maxBuffer: 64 * 1024 * 1024 });
    return stdout;
  } catch (cause) {
    const { stderr = '' } = cause as { stderr?: string };
    throw new Error(`go ${args[0]} failed:\n${stderr.split('\n').slice(-20).join('\n')}`, { cause });
  }
}

/** The module that Kubernetes' programs are built in, and what tells them their version. */
export async function kubernetesModule(work: string): Promise<{ dir: string; ldflags: string }> {
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
  return { dir, ldflags: `-s -w ${variables.join(' ')}` };
}
