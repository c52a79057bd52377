import { isStatus, type Status } from '@banyan/api';
import type { Readable, Writable } from 'node:stream';
import type { WebSocket } from 'ws';
import { KubeError } from '../errors/kube-error.ts';
import { errorFromStatus, type RequestSubject } from '../errors/status-error.ts';
import { abortedError, unreachableError } from '../errors/transport-error.ts';
import { Channels } from './channels.ts';

const STDIN = 0;
const STDOUT = 1;
const STDERR = 2;
const ERROR = 3;
const RESIZE = 4;

/** A command in a container, or a container's own process that we are attached to. */
export interface RemoteProcess {
  /** Ending it ends the process's standard input (with servers before 1.30 it does not get there). */
  readonly stdin: Writable;
  /** Both must be read, or resumed: they share a connection, and one that is full stops the other. */
  readonly stdout: Readable;
  readonly stderr: Readable;
  /**
   * The exit code. Rejects with a KubeError if the command could not be run, the connection was lost or the
   * signal aborted. Nobody has to listen.
   */
  readonly exitCode: Promise<number>;
  resize(size: { readonly columns: number; readonly rows: number }): void;
}

export function remoteProcess(
  webSocket: WebSocket,
  subject: RequestSubject,
  signal: AbortSignal,
): RemoteProcess {
  const channels = new Channels(webSocket);
  const { promise: exitCode, resolve, reject } = Promise.withResolvers<number>();
  exitCode.catch(() => undefined);
  let failure: Error | undefined;
  webSocket.on('error', (error) => {
    failure = error;
  });
  channels.onMessage(ERROR, (data) => {
    try {
      resolve(exitCodeOf(data, subject));
    } catch (error) {
      reject(error);
    }
  });
  webSocket.once('close', () => {
    // Without effect if the process has said how it ended.
    const lost = failure ?? new Error('the connection ended before the command did');
    reject(signal.aborted ? abortedError(signal.reason, subject) : unreachableError(lost, subject));
  });
  return {
    stdin: channels.writable(STDIN),
    stdout: channels.readable(STDOUT),
    stderr: channels.readable(STDERR),
    exitCode,
    resize: ({ columns, rows }) => {
      channels.send(RESIZE, Buffer.from(JSON.stringify({ Width: columns, Height: rows })));
    },
  };
}

function exitCodeOf(message: Buffer, subject: RequestSubject): number {
  const status = parse(message, subject);
  if (status.status === 'Success') return 0;
  const cause = status.details?.causes?.find(({ reason }) => reason === 'ExitCode');
  if (status.reason === 'NonZeroExitCode' && cause?.message !== undefined) return Number(cause.message);
  throw errorFromStatus(status, subject);
}

function parse(message: Buffer, subject: RequestSubject): Status {
  const text = message.toString('utf8');
  try {
    const parsed: unknown = JSON.parse(text);
    if (isStatus(parsed)) return parsed;
    // Kubelets leave kind and apiVersion out.
    if (typeof parsed === 'object' && parsed !== null && 'status' in parsed) return parsed as Status;
  } catch {
    // Said below.
  }
  throw new KubeError('BadResponse', `${subject.what}: ${text.trim()} (${subject.where})`);
}
