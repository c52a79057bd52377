import type { Duplex } from 'node:stream';
import { BrokenPipe, NOWHERE, type ByteSink } from '../../shell/byte-streams.ts';
import type { RemoteStreams } from './remote-command.ts';
import { SpdyConnection, type SpdyStream } from './spdy/spdy-connection.ts';

/**
 * A command's streams on SPDY, as clients before 1.31 ask for them: a stream each, of which the names say when all are
 * there. Calls back then; resolves when the connection has ended.
 */
export async function serveSpdyStreams(
  wire: Duplex,
  names: readonly string[],
  serve: (streams: RemoteStreams) => void,
): Promise<void> {
  const streams = new Map<string, SpdyStream>();
  const connection = new SpdyConnection(wire, (stream) => {
    streams.set(stream.headers.get('streamtype') ?? '', stream);
    if (names.every((name) => streams.has(name))) serve(remoteStreams(wire, streams));
  });
  await connection.run();
}

/** Which streams a request is about to open. */
export function streamNames(parameters: URLSearchParams): string[] {
  const asked = (name: string) => parameters.get(name) === '1';
  const isTerminal = asked('tty');
  return [
    'error',
    ...(asked('input') ? ['stdin'] : []),
    ...(asked('output') ? ['stdout'] : []),
    ...(asked('error') && !isTerminal ? ['stderr'] : []),
  ];
}

function remoteStreams(wire: Duplex, streams: ReadonlyMap<string, SpdyStream>): RemoteStreams {
  const [stdin, stdout, stderr] = [streams.get('stdin'), streams.get('stdout'), streams.get('stderr')];
  for (const stream of streams.values()) if (stream !== stdin) stream.resume();
  return {
    stdout: sinkOf(stdout),
    stderr: sinkOf(stderr),
    onInput: (reader) => {
      stdin?.on('data', reader);
      stdin?.on('end', () => reader(undefined));
    },
    onClose: (listener) => wire.once('close', listener),
    finish: (status) => {
      streams.get('error')?.end(JSON.stringify(status));
      for (const stream of [stdin, stdout, stderr]) stream?.end();
      return Promise.resolve();
    },
  };
}

function sinkOf(stream: SpdyStream | undefined): ByteSink {
  if (stream === undefined) return NOWHERE;
  return {
    write: async (data) => {
      if (!stream.writable) throw new BrokenPipe('the client is gone');
      const { promise, resolve } = Promise.withResolvers<void>();
      if (!stream.write(data, () => resolve())) await promise;
    },
  };
}
