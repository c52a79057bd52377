import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kubernetesVersion } from '@banyan/api';

/** What Kubernetes' own code makes of an object: its protobuf, and what it reads from that again. */
export type GoEncoding = { readonly protobuf: string; readonly read: unknown } | { readonly error: string };

/** On the PATH, as for whoever builds Kubernetes. */
const GO = 'go';

const MODULES = ['client-go', 'apiextensions-apiserver', 'kube-aggregator'];

/** Encodes objects with Kubernetes' Go modules of the release that the schemas are of. Needs Go. */
export function encodeWithGo(bodies: readonly string[]): GoEncoding[] {
  const folder = mkdtempSync(join(tmpdir(), 'banyan-protobuf-'));
  try {
    // Release v1.36.3 is published to Go as v0.36.3.
    const version = kubernetesVersion().replace(/^v1\./, 'v0.');
    const requires = MODULES.map((module) => `require k8s.io/${module} ${version}`);
    writeFileSync(
      join(folder, 'go.mod'),
      ['module banyan.dev/protobuf', 'go 1.26', ...requires, ''].join('\n'),
    );
    copyFileSync(join(import.meta.dirname, 'encode.go'), join(folder, 'encode.go'));
    const env = { ...process.env, GOFLAGS: '-mod=mod -buildvcs=false', CGO_ENABLED: '0' };
    const program = join(folder, 'encode');
    execFileSync(GO, ['build', '-o', program, '.'], { cwd: folder, env });
    const output = execFileSync(program, {
      input: bodies.join('\n'),
      encoding: 'utf8',
      maxBuffer: 256 * 1024 * 1024,
    });
    return output
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as GoEncoding);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
