import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Benchmark } from '../benchmark.ts';
import type { FleetReport, FleetTask } from './fleet-process.ts';

const MEGABYTE = 1024 * 1024;
/** Pods that a node takes, less some for the scheduler to choose from. */
const PODS_A_NODE = 100;

/** How many clusters fit into one process, what they cost while nothing happens, and how fast pods come up. */
export const playgroundBenchmark: Benchmark = {
  async run(args, progress) {
    const { values } = parseArgs({
      args,
      options: {
        clusters: { type: 'string', default: '1000' },
        nodes: { type: 'string', default: '3' },
        idle: { type: 'string', default: '30' },
        pods: { type: 'string', default: '10000' },
        spread: { type: 'string', default: '100' },
      },
    });
    const [clusters, nodes, idleSeconds] = [
      Number(values.clusters),
      Number(values.nodes),
      Number(values.idle),
    ];
    const [pods, spread] = [Number(values.pods), Number(values.spread)];
    progress(`${clusters} clusters of ${nodes} nodes in one process, then ${idleSeconds} s of nothing`);
    const idle = await runFleet({ clusters, nodes, pods: 0, idleSeconds });
    const rows: Record<string, string | number>[] = [];
    for (const count of [1, spread]) {
      progress(`${pods} pods over ${count} clusters`);
      const task = { clusters: count, nodes: Math.ceil(pods / count / PODS_A_NODE), pods, idleSeconds: 0 };
      rows.push(podRow(task, await runFleet(task)));
    }
    return {
      tables: [
        { title: `${clusters} clusters of ${nodes} nodes in one process`, rows: [idleRow(clusters, idle)] },
        { title: `${pods} pods from a Deployment to Running`, rows },
      ],
    };
  },
};

function idleRow(clusters: number, report: FleetReport): Record<string, number> {
  return {
    'start s': report.startMs / 1000,
    'ms a cluster': report.startMs / clusters,
    'CPU ms a cluster': report.startCpuMs / clusters,
    'idle cores': report.idleCores,
    'memory MB': report.residentBytes / MEGABYTE,
    'held KB a cluster': report.heldBytes / clusters / 1024,
  };
}

function podRow({ clusters, nodes, pods }: FleetTask, report: FleetReport): Record<string, number> {
  return {
    clusters,
    'nodes each': nodes,
    s: report.podsMs / 1000,
    'pods/s': pods / (report.podsMs / 1000),
    'CPU ms a pod': report.podsCpuMs / pods,
    'memory MB': report.residentBytes / MEGABYTE,
  };
}

/** In a process of its own: what an earlier one left in the heap counts for nobody. */
async function runFleet(task: FleetTask): Promise<FleetReport> {
  const program = fileURLToPath(new URL('fleet-process.ts', import.meta.url));
  const child = spawn(process.execPath, ['--expose-gc', '--max-old-space-size=12000', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(task));
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0) throw new Error(`the fleet ended with code ${code}`);
  return JSON.parse(output) as FleetReport;
}
