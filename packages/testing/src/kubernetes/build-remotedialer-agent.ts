import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { go } from './go-module.ts';
import { isOnPath, kubeCacheDir } from './kube-binaries.ts';

/** What Clusternet's agents of today are built with. */
const VERSION = 'v0.3.0';

/** Connects to the URL of its first argument and dials whatever it is asked to, as those agents do. */
const PROGRAM = `package main

import (
	"context"
	"os"

	"github.com/rancher/remotedialer"
)

func main() {
	mayDial := func(proto, address string) bool { return true }
	if err := remotedialer.ConnectToProxy(context.Background(), os.Args[1], nil, mayDial, nil, nil); err != nil {
		os.Exit(1)
	}
}
`;

/**
 * A program around the real remotedialer library, which nobody here wrote: the agent's side of the old tunnel. Built with
 * the Go on the PATH when it is first asked for, beside the other programs; undefined where there is no Go.
 */
export async function remotedialerAgent(): Promise<string | undefined> {
  const file = join(dirname(kubeCacheDir()), `remotedialer-${VERSION}`, 'agent');
  if (existsSync(file)) return file;
  if (!isOnPath('go')) return undefined;
  await mkdir(dirname(file), { recursive: true });
  const work = await mkdtemp(join(dirname(file), 'building-'));
  try {
    await writeFile(join(work, 'main.go'), PROGRAM);
    await writeFile(
      join(work, 'go.mod'),
      `module agent\n\nrequire github.com/rancher/remotedialer ${VERSION}\n`,
    );
    await go(work, ['mod', 'tidy']);
    await go(work, ['build', '-o', 'agent', '.']);
    await rename(join(work, 'agent'), file);
    return file;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
