import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { MemberStatus } from '../member-status.ts';
import type { ControlRequest } from './control-request.ts';
import type { ControlAnswer } from './control-server.ts';
import { controlSocketPath } from './socket-path.ts';

/** Asks the fleet of a folder. Undefined: none is running there. Throws what the fleet has to say against it. */
export async function askControl(
  dir: string,
  request: ControlRequest,
): Promise<readonly MemberStatus[] | undefined> {
  const socket = await connected(controlSocketPath(dir));
  if (socket === undefined) return undefined;
  try {
    socket.write(`${JSON.stringify(request)}\n`);
    const [line] = (await once(createInterface({ input: socket }), 'line')) as [string];
    const answer = JSON.parse(line) as ControlAnswer;
    if ('error' in answer) throw new Error(answer.error);
    return answer.members;
  } finally {
    socket.destroy();
  }
}

async function connected(path: string): Promise<Socket | undefined> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return socket;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return undefined;
    throw error;
  }
}
