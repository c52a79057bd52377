import { FileError } from '../file-tree.ts';
import { complain, pathOf, type CommandContext, type ShellCommand } from '../shell-command.ts';
import { absolutePath } from '../virtual-files.ts';
import { packTar, unpackTar, type TarEntry } from './tar-format.ts';

/** As `kubectl cp` uses it: `tar cf - file` and `tar -xmf - -C folder`. */
export const tar: ShellCommand = async (args, context) => {
  const options = parseTar(args);
  const from = { ...context, session: context.session.copy() };
  if (options.folder !== undefined) from.session.cwd = pathOf(context, options.folder);
  try {
    if (options.action === 'c') return await create(options.operands, options.file, from);
    if (options.action === 'x') return await extract(options.file, from);
  } catch (error) {
    if (error instanceof FileError)
      return complain(context, `${options.operands[0] ?? ''}: ${error.problem}`, 1);
    throw error;
  }
  return complain(context, 'only c and x are known here', 1);
};

interface TarOptions {
  readonly action: string | undefined;
  readonly file: string;
  readonly folder: string | undefined;
  readonly operands: readonly string[];
}

function parseTar(args: readonly string[]): TarOptions {
  const [letters = '', ...rest] = args;
  const operands: string[] = [];
  let [action, file, folder] = [undefined as string | undefined, '-', undefined as string | undefined];
  const read = (flags: string, next: () => string) => {
    for (const flag of flags) {
      if (flag === 'c' || flag === 'x') action = flag;
      if (flag === 'f') file = next();
      if (flag === 'C') folder = next();
    }
  };
  const queue = [...rest];
  const next = () => queue.shift() ?? '';
  read(letters.replace(/^-/, ''), next);
  for (let arg = queue.shift(); arg !== undefined; arg = queue.shift()) {
    if (arg.startsWith('--')) continue;
    if (arg.startsWith('-') && arg !== '-') read(arg.slice(1), next);
    else operands.push(arg);
  }
  return { action, file, folder, operands };
}

async function create(operands: readonly string[], file: string, context: CommandContext): Promise<number> {
  const { files, clock } = context.process.world;
  const entries: TarEntry[] = [];
  const add = (path: string, name: string) => {
    const kind = files.kindOf(path);
    if (kind === undefined) throw new FileError('No such file or directory');
    entries.push({ name, data: kind === 'file' ? files.read(path) : undefined });
    if (kind === 'directory')
      for (const each of files.list(path)) add(absolutePath(each, path), `${name}/${each}`);
  };
  for (const operand of operands) add(pathOf(context, operand), operand.replace(/^\/+/, ''));
  const packed = packTar(entries, clock.now());
  if (file === '-') await context.stdout.write(packed);
  else files.write(pathOf(context, file), packed);
  return 0;
}

async function extract(file: string, context: CommandContext): Promise<number> {
  const { process, stdin } = context;
  const { files } = process.world;
  const packed = file === '-' ? await process.until(stdin.readAll()) : files.read(pathOf(context, file));
  for (const { name, data } of unpackTar(packed)) {
    const path = pathOf(context, name);
    const parts = path.split('/').slice(1, data === undefined ? undefined : -1);
    for (const [i] of parts.entries()) {
      const folder = `/${parts.slice(0, i + 1).join('/')}`;
      if (files.kindOf(folder) === undefined) files.makeDirectory(folder);
    }
    if (data !== undefined) files.write(path, data);
  }
  return 0;
}
