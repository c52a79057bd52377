/** Why a file could not be used, in the words of the C library. */
export type FileProblem =
  | 'No such file or directory'
  | 'Is a directory'
  | 'Not a directory'
  | 'Read-only file system'
  | 'Directory not empty'
  | 'File exists'
  | 'No space left on device';

export class FileError extends Error {
  override readonly name = 'FileError';
  readonly problem: FileProblem;

  constructor(problem: FileProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** Parts of a path below the tree's root; none: the root itself. */
export type TreePath = readonly string[];

/** Files below one folder. Everything throws FileError. */
export interface FileTree {
  /** Undefined: there is nothing. */
  kindOf(path: TreePath): 'file' | 'directory' | undefined;
  read(path: TreePath): Buffer;
  list(path: TreePath): string[];
  write(path: TreePath, data: Buffer): void;
  makeDirectory(path: TreePath): void;
  /** A file, or a folder with what is in it. */
  remove(path: TreePath): void;
}

/** The data of mounted objects: asked for anew at every look, so that a change is seen at once. */
export function readOnlyTree(files: () => ReadonlyMap<string, Buffer>): FileTree {
  const refuse = (): never => {
    throw new FileError('Read-only file system');
  };
  const isFolder = (path: TreePath) =>
    path.length === 0 || [...files().keys()].some((name) => name.startsWith(`${path.join('/')}/`));
  const kindOf = (path: TreePath) =>
    files().has(path.join('/')) ? 'file' : isFolder(path) ? 'directory' : undefined;
  return {
    kindOf,
    read: (path) => {
      const data = files().get(path.join('/'));
      if (data !== undefined) return data;
      throw new FileError(isFolder(path) ? 'Is a directory' : 'No such file or directory');
    },
    list: (path) => {
      if (kindOf(path) !== 'directory') throw new FileError('Not a directory');
      const prefix = path.length === 0 ? '' : `${path.join('/')}/`;
      const below = [...files().keys()].filter((name) => name.startsWith(prefix));
      return [...new Set(below.map((name) => name.slice(prefix.length).split('/')[0] ?? ''))].toSorted();
    },
    write: refuse,
    makeDirectory: refuse,
    remove: refuse,
  };
}
