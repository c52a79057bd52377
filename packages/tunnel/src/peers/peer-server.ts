import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Clock } from '../clock.ts';
import type { DialTarget } from '../dial-target.ts';
import { H2ServerSession } from '../h2/h2-server-session.ts';
import type { TunnelHub } from '../hub/tunnel-hub.ts';
import { TunnelError } from '../tunnel-error.ts';
import { keepAlive } from '../wire/keep-alive.ts';
import { WebSocketStream } from '../wire/web-socket-stream.ts';
import { MEMBER_HEADER, MEMBERS_PATH, membersLines, WHOLE_LINE } from './peer-protocol.ts';

/** A peer that is so far behind with the lists of members will not catch up. */
const MAX_UNREAD_LIST_BYTES = 16 * 1024 * 1024;

/** Serves a replica that has connected to this one: tells it the members of this process, and dials them for it. */
export class PeerServer {
  readonly #hub: TunnelHub;
  readonly #server: H2ServerSession;

  constructor(options: { hub: TunnelHub; webSocket: WebSocket; clock: Clock; onClosed: () => void }) {
    const { hub, webSocket, clock, onClosed } = options;
    this.#hub = hub;
    const stopPings = keepAlive(webSocket, clock);
    this.#server = new H2ServerSession(new WebSocketStream(webSocket), {
      dial: (target, signal, headers) => this.#dial(target, signal, headers),
      onRequest: (method, path, stream) => {
        if (method !== 'GET' || path !== MEMBERS_PATH) return false;
        this.#announce(stream);
        return true;
      },
      onClosed: () => {
        stopPings();
        onClosed();
      },
    });
  }

  destroy(reason: string): void {
    this.#server.destroy(reason);
  }

  /** By a session of this process, never by another peer: so there is one hop, and no loop. */
  async #dial(target: DialTarget, signal: AbortSignal, headers: IncomingHttpHeaders): Promise<Duplex> {
    const member = headers[MEMBER_HEADER];
    if (typeof member !== 'string') throw new TunnelError('refused', 'the peer does not say which member');
    return this.#hub.dialLocal(decodeURIComponent(member), target, signal);
  }

  #announce(stream: ServerHttp2Stream): void {
    stream.respond({ ':status': 200, 'content-type': 'application/x-ndjson' });
    const tell = (kind: 'add' | 'remove', ids: Iterable<string>): void => {
      for (const line of membersLines(kind, ids)) stream.write(line);
      if (stream.writableLength > MAX_UNREAD_LIST_BYTES) this.destroy('the peer does not read');
    };
    tell('add', this.#hub.members());
    stream.write(WHOLE_LINE);
    const stop = this.#hub.onChange((memberId) => {
      tell(this.#hub.sessions(memberId) > 0 ? 'add' : 'remove', [memberId]);
    });
    stream.once('close', stop);
  }
}
