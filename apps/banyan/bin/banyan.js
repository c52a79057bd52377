#!/usr/bin/env node
// The first thing that runs, so it must parse on old Nodes too: finds a Node that can run the rest.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = 24;
const built = new URL('../dist/main.js', import.meta.url);
const main = existsSync(built) ? built : new URL('../src/main.ts', import.meta.url);

if (Number(process.versions.node.split('.')[0]) >= OLDEST_NODE) {
  await import(main.href);
} else {
  const node = nodeOfThePackage();
  if (node === undefined) {
    console.error(
      `banyan needs Node ${OLDEST_NODE} or newer, this is ${process.versions.node}: install it from your distribution`,
    );
    process.exit(1);
  }
  const launcher = fileURLToPath(import.meta.url);
  const child = spawn(node, [launcher, ...process.argv.slice(2)], { stdio: 'inherit', argv0: process.argv0 });
  // Whoever ends this process means the one that does the work.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    console.error(`banyan: ${error.message}`);
    process.exit(1);
  });
  child.on('exit', (status, signal) => {
    process.exitCode = status ?? 1;
    if (signal === null) return;
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

/** The Node that comes as an optional dependency, if there is one for this machine. */
function nodeOfThePackage() {
  try {
    return createRequire(import.meta.url).resolve(`node-${process.platform}-${process.arch}/bin/node`);
  } catch {
    return undefined;
  }
}
