/** Builds what ships: apps/banyan as bundled ESM, one chunk a subcommand, into a folder that `npm pack` takes. */
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const OUT = 'dist/banyan';
/** One program; kubectl finds its plugins by these names, and the name chooses the dialect of the verbs. */
const NAMES = ['banyan', 'kubectl-banyan', 'kubectl-clusternet', 'kubectl-multicluster'];

interface Manifest {
  version: string;
  license: string;
  description: string;
  optionalDependencies: Record<string, string>;
}

const root = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
rmSync(OUT, { recursive: true, force: true });
mkdirSync(join(OUT, 'bin'), { recursive: true });
const { metafile } = await build({
  entryPoints: {
    main: 'apps/banyan/src/main.ts',
    // A thread's own program: found beside the chunk that starts it, by this name.
    'sqlite-writer': 'packages/apiserver/src/storage/sqlite-writer.ts',
  },
  outdir: join(OUT, 'dist'),
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  chunkNames: '[name]-[hash]',
  sourcemap: true,
  metafile: true,
  // Bundled CommonJS packages call require for Node's own modules. By a name that no source of ours has.
  banner: {
    js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
  },
});
for (const name of NAMES) {
  const file = join(OUT, 'bin', `${name}.js`);
  copyFileSync('apps/banyan/bin/banyan.js', file);
  chmodSync(file, 0o755);
}
copyFileSync('LICENSE', join(OUT, 'LICENSE'));
copyFileSync('README.md', join(OUT, 'README.md'));
const manifest = {
  name: 'banyan',
  version: root.version,
  description: root.description,
  license: root.license,
  type: 'module',
  bin: Object.fromEntries(NAMES.map((name) => [name, `bin/${name}.js`])),
  engines: { node: '>=18' },
  optionalDependencies: root.optionalDependencies,
};
writeFileSync(join(OUT, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
for (const [file, { bytes }] of Object.entries(metafile.outputs)) {
  if (!file.endsWith('.map')) console.log(`${file}  ${Math.ceil(bytes / 1024)} KB`);
}
