import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseGoSource, type GoSourceType } from './parse-go-source.ts';

/** A type with what its names stand for. */
export interface DeclaredType {
  readonly declaration: GoSourceType;
  readonly imports: ReadonlyMap<string, string>;
  readonly isCustom: boolean;
  readonly isMessage: boolean;
}

/** On the PATH, as for whoever builds Kubernetes. */
const GO = 'go';

/** Where a Go module's files are. */
export type ModuleFolder = (module: string) => string;

/** Fetches modules of one version into Go's own cache, each once. */
export function downloadedModules(version: string): ModuleFolder {
  const folders = new Map<string, string>();
  return (module) => {
    const known = folders.get(module);
    if (known !== undefined) return known;
    const answer = execFileSync(GO, ['mod', 'download', '-json', `${module}@${version}`], {
      encoding: 'utf8',
    });
    const { Dir: folder } = JSON.parse(answer) as { Dir: string };
    folders.set(module, folder);
    return folder;
  };
}

/** The packages of Kubernetes' published modules, read when a type of theirs is asked for. */
export class GoPackages {
  readonly #folderOf: ModuleFolder;
  readonly #packages = new Map<string, ReadonlyMap<string, DeclaredType>>();

  constructor(folderOf: ModuleFolder) {
    this.#folderOf = folderOf;
  }

  /** `k8s.io/api/core/v1`, `PodSpec`. */
  find(path: string, name: string): DeclaredType {
    let types = this.#packages.get(path);
    if (types === undefined) {
      types = this.#read(path);
      this.#packages.set(path, types);
    }
    const found = types.get(name);
    if (found === undefined) throw new Error(`${path} declares no type ${name}`);
    return found;
  }

  #read(path: string): ReadonlyMap<string, DeclaredType> {
    const [host = '', module = '', ...rest] = path.split('/');
    const folder = join(this.#folderOf(`${host}/${module}`), ...rest);
    const sources = readdirSync(folder)
      .filter((name) => name.endsWith('.go') && !name.endsWith('_test.go') && !name.startsWith('zz_'))
      .map((name) => parseGoSource(readFileSync(join(folder, name), 'utf8')));
    const custom = new Set(sources.flatMap((source) => [...source.custom]));
    const messages = new Set(sources.flatMap((source) => [...source.messages]));
    return new Map(
      sources.flatMap(({ types, imports }) =>
        [...types].map(([name, declaration]): [string, DeclaredType] => [
          name,
          { declaration, imports, isCustom: custom.has(name), isMessage: messages.has(name) },
        ]),
      ),
    );
  }
}
