import { FileError, type FileTree, type TreePath } from './file-tree.ts';

type Entry = Buffer | Folder;
type Folder = Map<string, Entry>;

/** A container that writes without end must not take the memory of all. */
const DEFAULT_LIMIT_BYTES = 4 * 1024 * 1024;
/** What a name costs besides its data. */
const ENTRY_BYTES = 256;

/** Files in memory. */
export class MemoryTree implements FileTree {
  readonly #root: Folder = new Map();
  readonly #limitBytes: number;
  #sizeBytes = 0;

  constructor(limitBytes = DEFAULT_LIMIT_BYTES) {
    this.#limitBytes = limitBytes;
  }

  kindOf(path: TreePath): 'file' | 'directory' | undefined {
    const entry = this.#find(path);
    return entry === undefined ? undefined : Buffer.isBuffer(entry) ? 'file' : 'directory';
  }

  read(path: TreePath): Buffer {
    const entry = this.#find(path);
    if (entry === undefined) throw new FileError('No such file or directory');
    if (!Buffer.isBuffer(entry)) throw new FileError('Is a directory');
    return entry;
  }

  list(path: TreePath): string[] {
    return [...this.#folder(path).keys()].toSorted();
  }

  write(path: TreePath, data: Buffer): void {
    const [folder, name] = this.#place(path);
    const old = folder.get(name);
    if (old !== undefined && !Buffer.isBuffer(old)) throw new FileError('Is a directory');
    this.#grow(data.length - (old?.length ?? -ENTRY_BYTES));
    // A copy: a piece of a larger buffer would keep all of it.
    folder.set(name, Buffer.from(data));
  }

  makeDirectory(path: TreePath): void {
    const [folder, name] = this.#place(path);
    if (folder.has(name)) throw new FileError('File exists');
    this.#grow(ENTRY_BYTES);
    folder.set(name, new Map());
  }

  remove(path: TreePath): void {
    const [folder, name] = this.#place(path);
    const entry = folder.get(name);
    if (entry === undefined) throw new FileError('No such file or directory');
    folder.delete(name);
    this.#sizeBytes -= sizeOf(entry);
  }

  #find(path: TreePath): Entry | undefined {
    let entry: Entry | undefined = this.#root;
    for (const name of path) entry = entry instanceof Map ? entry.get(name) : undefined;
    return entry;
  }

  #folder(path: TreePath): Folder {
    const entry = this.#find(path);
    if (entry === undefined) throw new FileError('No such file or directory');
    if (!(entry instanceof Map)) throw new FileError('Not a directory');
    return entry;
  }

  #place(path: TreePath): [Folder, string] {
    const name = path.at(-1);
    if (name === undefined) throw new FileError('Is a directory');
    return [this.#folder(path.slice(0, -1)), name];
  }

  #grow(bytes: number): void {
    if (bytes > 0 && this.#sizeBytes + bytes > this.#limitBytes)
      throw new FileError('No space left on device');
    this.#sizeBytes += bytes;
  }
}

function sizeOf(entry: Entry): number {
  if (Buffer.isBuffer(entry)) return entry.length + ENTRY_BYTES;
  return [...entry.values()].reduce((sum, each) => sum + sizeOf(each), ENTRY_BYTES);
}
