import { ByteReader, NOTHING, NOWHERE, sourceOf, type ByteSink } from './byte-streams.ts';
import { FileError } from './file-tree.ts';
import type { ShellStreams, ShellWorld } from './shell-process.ts';
import { absolutePath, type VirtualFiles } from './virtual-files.ts';

export interface OpenRedirect {
  readonly descriptor: number;
  readonly operator: '>' | '>>' | '<' | '>&' | '<<';
  /** A path; of `>&` a number, of `<<` the text. */
  readonly target: string;
}

/** The streams of a command after its redirections. Throws FileError. */
export function redirected(
  streams: ShellStreams,
  redirects: readonly OpenRedirect[],
  { world, cwd }: { world: ShellWorld; cwd: string },
): ShellStreams {
  let { stdin, stdout, stderr } = streams;
  const change = (descriptor: number, sink: ByteSink) => {
    if (descriptor === 1) stdout = sink;
    if (descriptor === 2) stderr = sink;
  };
  for (const { descriptor, operator, target } of redirects) {
    if (operator === '<<') stdin = new ByteReader(sourceOf(Buffer.from(target)));
    else if (operator === '<') stdin = readerOf(absolutePath(target, cwd), world.files, stdin);
    else if (operator === '>&' && target === '-') change(descriptor, NOWHERE);
    else if (operator === '>&') change(descriptor, target === '2' ? stderr : stdout);
    else change(descriptor, sinkOf(absolutePath(target, cwd), operator === '>>', { world, stdout, stderr }));
  }
  return { stdin, stdout, stderr };
}

function readerOf(path: string, files: VirtualFiles, stdin: ByteReader): ByteReader {
  if (path === '/dev/stdin') return stdin;
  if (path === '/dev/null') return new ByteReader(NOTHING);
  return new ByteReader(sourceOf(files.read(path)));
}

function sinkOf(
  path: string,
  isAppended: boolean,
  { world, stdout, stderr }: { world: ShellWorld; stdout: ByteSink; stderr: ByteSink },
): ByteSink {
  const { files, mainOutput } = world;
  if (path === '/dev/null') return NOWHERE;
  if (path === '/dev/stdout') return stdout;
  if (path === '/dev/stderr') return stderr;
  if (/^\/proc\/1\/fd\/[12]$/.test(path)) return mainOutput ?? stdout;
  if (files.kindOf(path) === 'directory') throw new FileError('Is a directory');
  if (!isAppended || files.kindOf(path) === undefined) files.write(path, Buffer.alloc(0));
  return { write: (data) => files.write(path, Buffer.concat([files.read(path), data])) };
}
