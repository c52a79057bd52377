import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { Fleet } from '../fleet.ts';
import type { MemberStatus } from '../member-status.ts';
import { readControlRequest } from './control-request.ts';
import { obeyRequest } from './obey-request.ts';
import { controlSocketPath } from './socket-path.ts';

export type ControlAnswer = { readonly members: readonly MemberStatus[] } | { readonly error: string };

/**
 * Lets programs of the same user steer a fleet by a socket in its folder: a line of JSON asks, a line answers. Only one
 * fleet at a time may have the folder: who calls this has made sure.
 */
export async function serveControl(fleet: Fleet, dir: string): Promise<{ stop(): Promise<void> }> {
  const path = controlSocketPath(dir);
  // One that did not end well left it behind.
  await rm(path, { force: true });
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    // Whoever asked is gone: there is nobody to tell.
    converse(socket, fleet).catch(() => {});
  });
  listenForOwner(() => server.listen(path));
  await once(server, 'listening');
  const stop = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return { stop };
}

/** The file of the socket is made at once, with mode 0600. */
function listenForOwner(listen: () => void): void {
  const before = process.umask(0o177);
  try {
    listen();
  } finally {
    process.umask(before);
  }
}

async function converse(socket: Socket, fleet: Fleet): Promise<void> {
  for await (const line of createInterface({ input: socket })) {
    const answer: ControlAnswer = await answerTo(line, fleet).catch((error: unknown) => ({
      error: error instanceof Error ? error.message : String(error),
    }));
    socket.write(`${JSON.stringify(answer)}\n`);
  }
}

async function answerTo(line: string, { members }: Fleet): Promise<ControlAnswer> {
  return { members: await obeyRequest(members, readControlRequest(line)) };
}
