export {
  startPlaygroundCluster,
  type PlaygroundCluster,
  type PlaygroundClusterOptions,
} from './cluster/playground-cluster.ts';
export { runCoreControllers, type CoreControllersOptions } from './cluster/run-core-controllers.ts';
export { NodePower } from './faults/node-power.ts';
export { askControl } from './fleet/control/control-client.ts';
export type { ControlRequest, FleetCommand } from './fleet/control/control-request.ts';
export { serveControl } from './fleet/control/control-server.ts';
export { startFleet, type Fleet, type FleetOptions } from './fleet/fleet.ts';
export type { FleetMember } from './fleet/fleet-member.ts';
export { memberStatus, type MemberStatus } from './fleet/member-status.ts';
