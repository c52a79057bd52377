export {
  startPlaygroundCluster,
  type PlaygroundCluster,
  type PlaygroundClusterOptions,
} from './cluster/playground-cluster.ts';
