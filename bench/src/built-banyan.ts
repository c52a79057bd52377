import { spawnSync } from 'node:child_process';

let main: string | undefined;

/** The program that ships, built once in a run: what users run is what is measured. */
export function builtBanyan(): string {
  if (main !== undefined) return main;
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build.ts'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the build failed:\n${stderr}`);
  main = 'dist/banyan/dist/main.js';
  return main;
}
