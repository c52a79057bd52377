/** Agents for tests. */
import { WebSocket } from 'ws';
import { dialTcp } from '../contract/tunnel-rig.ts';
import type { TestAgent } from '../contract/contract-case.ts';
import { runTunnelAgent, type TunnelAgentOptions } from './run-tunnel-agent.ts';

/** One that connects once, and stays away when its session ends. */
export async function startTestAgent(url: string): Promise<TestAgent> {
  const { promise, resolve, reject } = Promise.withResolvers<WebSocket>();
  const stop = new AbortController();
  let tries = 0;
  void runTunnelAgent({
    signal: stop.signal,
    dial: dialTcp,
    observer: { disconnected: () => stop.abort() },
    connect: async (protocols, signal) => {
      tries += 1;
      if (tries > 1) throw new Error('only once');
      const webSocket = await openWebSocket(url)(protocols, signal);
      resolve(webSocket);
      return webSocket;
    },
  }).catch(reject);
  const webSocket = await promise;
  return {
    kill: () => {
      webSocket.terminate();
      stop.abort();
    },
  };
}

/** As the client of a cluster opens it: an answer that is no upgrade is an error with its status. */
export function openWebSocket(url: string): TunnelAgentOptions['connect'] {
  return async (protocols) => {
    const webSocket = new WebSocket(url, [...protocols], { perMessageDeflate: false });
    const { promise, resolve, reject } = Promise.withResolvers<WebSocket>();
    webSocket.once('open', () => {
      webSocket.pause();
      resolve(webSocket);
    });
    webSocket.once('error', reject);
    webSocket.once('unexpected-response', (_request, response) => {
      const { statusCode } = response;
      response.resume();
      webSocket.terminate();
      reject(Object.assign(new Error(`answered by ${statusCode}`), { httpStatus: statusCode }));
    });
    return promise;
  };
}
