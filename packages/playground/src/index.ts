export {
  startPlaygroundCluster,
  type PlaygroundCluster,
  type PlaygroundClusterOptions,
} from './cluster/playground-cluster.ts';
export { NodePower } from './faults/node-power.ts';
