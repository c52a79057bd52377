import { FileError } from '../file-tree.ts';
import {
  complain,
  parseOptions,
  pathOf,
  print,
  type CommandContext,
  type ShellCommand,
} from '../shell-command.ts';
import { absolutePath } from '../virtual-files.ts';

/** Does something about each operand; says which ones failed, and goes on. */
async function forEach(
  operands: readonly string[],
  context: CommandContext,
  act: (path: string, operand: string) => Promise<void> | void,
): Promise<number> {
  let code = 0;
  for (const operand of operands) {
    await context.process.step();
    try {
      await act(pathOf(context, operand), operand);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      code = await complain(context, explained(context.name, operand, error));
    }
  }
  return code;
}

function explained(name: string, operand: string, { problem }: FileError): string {
  switch (name) {
    case 'ls':
      return `${operand}: ${problem}`;
    case 'mkdir':
      return `can't create directory '${operand}': ${problem}`;
    case 'rm':
      return `can't remove '${operand}': ${problem}`;
    case 'touch':
      return `${operand}: ${problem}`;
    default:
      return `can't ${name === 'cat' ? 'open' : 'stat'} '${operand}': ${problem}`;
  }
}

export const cat: ShellCommand = async (args, context) => {
  const { operands } = parseOptions(args);
  const { process, stdin, stdout } = context;
  return forEach(operands.length === 0 ? ['-'] : operands, context, async (path, operand) => {
    if (operand !== '-' && path !== '/dev/stdin') {
      await stdout.write(process.world.files.read(path));
      return;
    }
    for (
      let data = await process.until(stdin.read());
      data !== undefined;
      data = await process.until(stdin.read())
    )
      await stdout.write(data);
  });
};

export const ls: ShellCommand = async (args, context) => {
  const { flags, operands } = parseOptions(args);
  const { files } = context.process.world;
  const paths = operands.length === 0 ? ['.'] : operands;
  const isLong = flags.has('l');
  const line = (path: string, name: string) =>
    isLong ? `${longLine(context, path)} ${name}\n` : `${name}\n`;
  return forEach(paths, context, async (path, operand) => {
    const kind = files.kindOf(path);
    if (kind === undefined) throw new FileError('No such file or directory');
    if (kind === 'file' || flags.has('d')) return print(context, line(path, operand));
    if (paths.length > 1) await print(context, `${operand}:\n`);
    const names = files
      .list(path)
      .filter((name) => flags.has('a') || flags.has('A') || !name.startsWith('.'));
    if (flags.has('a')) names.unshift('.', '..');
    return print(context, names.map((name) => line(absolutePath(name, path), name)).join(''));
  });
};

function longLine({ process: { world } }: CommandContext, path: string): string {
  const isFolder = world.files.kindOf(path) === 'directory';
  const size = isFolder ? 4096 : world.files.read(path).length;
  const date = new Date(world.clock.now());
  const month = date.toLocaleString('en-US', { month: 'short', timeZone: 'UTC' });
  const day = String(date.getUTCDate()).padStart(2);
  const time = date.toISOString().slice(11, 16);
  const mode = isFolder ? 'drwxr-xr-x    2' : '-rw-r--r--    1';
  return `${mode} root     root     ${String(size).padStart(9)} ${month} ${day} ${time}`;
}

export const mkdir: ShellCommand = (args, context) => {
  const { flags, operands } = parseOptions(args, 'm');
  const { files } = context.process.world;
  return forEach(operands, context, (path) => {
    if (!flags.has('p')) return files.makeDirectory(path);
    const parts = path.split('/').slice(1);
    for (const [i] of parts.entries()) {
      const folder = `/${parts.slice(0, i + 1).join('/')}`;
      if (files.kindOf(folder) !== 'directory') files.makeDirectory(folder);
    }
  });
};

export const rm: ShellCommand = (args, context) => {
  const { flags, operands } = parseOptions(args);
  const { files } = context.process.world;
  const isDeep = flags.has('r') || flags.has('R');
  return forEach(operands, context, (path) => {
    const kind = files.kindOf(path);
    if (kind === undefined && flags.has('f')) return;
    if (kind === 'directory' && !isDeep) throw new FileError('Is a directory');
    files.remove(path);
  });
};

export const touch: ShellCommand = (args, context) => {
  const { files } = context.process.world;
  return forEach(parseOptions(args).operands, context, (path) => {
    if (files.kindOf(path) === undefined) files.write(path, Buffer.alloc(0));
  });
};

/** `cp` and `mv` of files. */
export const copy: ShellCommand = (args, context) => {
  const { operands } = parseOptions(args);
  const { files } = context.process.world;
  const target = pathOf(context, operands.at(-1) ?? '');
  return forEach(operands.slice(0, -1), context, (path) => {
    const isFolder = files.kindOf(target) === 'directory';
    files.write(isFolder ? absolutePath(path.split('/').at(-1) ?? '', target) : target, files.read(path));
    if (context.name === 'mv') files.remove(path);
  });
};
