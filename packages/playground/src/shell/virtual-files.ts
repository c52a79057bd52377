import { FileError, type FileTree, type TreePath } from './file-tree.ts';
import { MemoryTree } from './memory-tree.ts';

/** A tree, or a part of one, at a place. */
export interface Mount {
  /** Absolute. */
  readonly path: string;
  readonly tree: FileTree;
  /** What of the tree is seen there. Empty: all of it. */
  readonly subPath?: string;
  readonly isReadOnly?: boolean;
}

interface Place {
  readonly tree: FileTree;
  readonly path: TreePath;
  readonly isReadOnly: boolean;
}

const FOLDERS = ['bin', 'dev', 'etc', 'home', 'proc', 'root', 'tmp', 'usr', 'var', 'var/log', 'var/run'];

/** What one container sees as its file system: folders in memory, and its volumes in them. */
export class VirtualFiles {
  readonly #root = new MemoryTree();
  readonly #mounts: readonly (Mount & { readonly parts: TreePath })[];

  constructor({
    mounts = [],
    files = {},
  }: { mounts?: readonly Mount[]; files?: Readonly<Record<string, string>> } = {}) {
    this.#mounts = mounts
      .map((mount) => ({ ...mount, parts: partsOf(mount.path) }))
      // The deepest first: what is mounted within a mount hides it.
      .toSorted((a, b) => b.parts.length - a.parts.length);
    for (const folder of FOLDERS) this.#root.makeDirectory(partsOf(folder));
    for (const { path } of mounts) this.#makeWay(partsOf(path).slice(0, -1));
    for (const [path, text] of Object.entries(files)) {
      this.#makeWay(partsOf(path).slice(0, -1));
      this.#root.write(partsOf(path), Buffer.from(text));
    }
  }

  kindOf(path: string): 'file' | 'directory' | undefined {
    const place = this.#placeOf(path);
    return place.tree.kindOf(place.path) ?? (this.#mountsIn(path).length > 0 ? 'directory' : undefined);
  }

  read(path: string): Buffer {
    const place = this.#placeOf(path);
    return place.tree.read(place.path);
  }

  list(path: string): string[] {
    const mounted = this.#mountsIn(path);
    const place = this.#placeOf(path);
    if (place.tree.kindOf(place.path) === undefined && mounted.length > 0) return mounted;
    return [...new Set([...place.tree.list(place.path), ...mounted])].toSorted();
  }

  write(path: string, data: Buffer): void {
    const place = this.#writable(path);
    place.tree.write(place.path, data);
  }

  makeDirectory(path: string): void {
    if (this.kindOf(path) !== undefined) throw new FileError('File exists');
    const place = this.#writable(path);
    place.tree.makeDirectory(place.path);
  }

  remove(path: string): void {
    const place = this.#writable(path);
    place.tree.remove(place.path);
  }

  #writable(path: string): Place {
    const place = this.#placeOf(path);
    if (place.isReadOnly) throw new FileError('Read-only file system');
    return place;
  }

  #placeOf(path: string): Place {
    const parts = partsOf(path);
    const mount = this.#mounts.find((each) => each.parts.every((part, i) => parts[i] === part));
    if (mount === undefined) return { tree: this.#root, path: parts, isReadOnly: false };
    const { tree, subPath = '', isReadOnly = false } = mount;
    return { tree, path: [...partsOf(subPath), ...parts.slice(mount.parts.length)], isReadOnly };
  }

  /** Names of mounts that are right in a folder. */
  #mountsIn(path: string): string[] {
    const parts = partsOf(path);
    return this.#mounts.flatMap((each) => {
      const isIn = each.parts.length > parts.length && parts.every((part, i) => each.parts[i] === part);
      const name = each.parts[parts.length];
      return isIn && name !== undefined ? [name] : [];
    });
  }

  #makeWay(parts: TreePath): void {
    for (const [i] of parts.entries()) {
      const folder = parts.slice(0, i + 1);
      if (this.#root.kindOf(folder) === undefined) this.#root.makeDirectory(folder);
    }
  }
}

/** A path as it is from the root, without `.` and `..`. */
export function absolutePath(path: string, from: string): string {
  return `/${partsOf(path.startsWith('/') ? path : `${from}/${path}`).join('/')}`;
}

function partsOf(path: string): string[] {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts;
}
