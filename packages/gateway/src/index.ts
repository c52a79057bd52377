export { startGateway, type Gateway, type GatewayOptions } from './gateway.ts';
export { gatewayManifests, type GatewayManifestOptions } from './manifests/gateway-manifests.ts';
export type { MemberTunnels } from './member-tunnels.ts';
export { PeerDirectory, type PeerDirectoryOptions } from './peers/peer-directory.ts';
export type { HubPeer } from './peers/peer-lease.ts';
export { PEERS_PATH, type PeerAcceptor } from './peers/serve-peers.ts';
