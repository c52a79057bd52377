/** A process that start-cluster.kube.test.ts ends in bad ways: it starts a cluster and says where. */
import { once } from 'node:events';
import { startCluster } from './start-cluster.ts';

const { dir } = await startCluster({ kwokNodes: 1 });
process.stdout.write(`${dir}\n`);
await once(process.stdin, 'data');
throw new Error('the test asked for a crash');
