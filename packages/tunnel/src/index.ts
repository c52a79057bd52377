export {
  runTunnelAgent,
  type TunnelAgentObserver,
  type TunnelAgentOptions,
} from './agent/run-tunnel-agent.ts';
export type { DialTarget } from './dial-target.ts';
export { H2_PROTOCOL } from './h2/h2-settings.ts';
export type { Upgrade } from './hub/accept-web-socket.ts';
export type { HubLimits } from './hub/hub-limits.ts';
export { TunnelHub, type TunnelHubOptions } from './hub/tunnel-hub.ts';
export type { Peer } from './peers/open-peer-web-socket.ts';
export type { PeerObserver } from './peers/peer-link.ts';
export { PeerMesh, type PeerMeshOptions } from './peers/peer-mesh.ts';
export { isTunnelError, TunnelError, type TunnelErrorCode } from './tunnel-error.ts';
export type { SessionClosed, TunnelObserver, TunnelProtocol } from './tunnel-observer.ts';
