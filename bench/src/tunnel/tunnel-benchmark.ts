import { parseArgs } from 'node:util';
import type { Benchmark, BenchmarkTable } from '../benchmark.ts';
import { measureIdleAgents } from './idle-agents.ts';
import { measureThroughTunnel } from './through-tunnel.ts';

/** What the way through the hub costs, and how many agents one hub process bears. */
export const tunnelBenchmark: Benchmark = {
  async run(args, progress) {
    const { values } = parseArgs({
      args,
      options: {
        only: { type: 'string', default: 'speed,agents' },
        seconds: { type: 'string', default: '4' },
        widths: { type: 'string', default: '1,32' },
        streams: { type: 'string', default: '1' },
        modes: { type: 'string', default: 'gateway,aggregator' },
        delays: { type: 'string', default: '0,50,150' },
        agents: { type: 'string', default: '10000' },
        processes: { type: 'string', default: '4' },
        idle: { type: 'string', default: '60' },
        heartbeat: { type: 'string', default: '180' },
        starts: { type: 'string', default: '8' },
        'cpu-prof': { type: 'string' },
      },
    });
    const only = new Set(values.only.split(','));
    const profile = values['cpu-prof'];
    const execArgv = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
    const tables: BenchmarkTable[] = [];
    if (only.has('speed')) {
      const task = {
        seconds: Number(values.seconds),
        widths: numbers(values.widths),
        streams: Number(values.streams),
        roundTripsMs: numbers(values.delays),
        modes: values.modes.split(',').filter((mode) => mode === 'gateway' || mode === 'aggregator'),
        execArgv,
      };
      tables.push(...(await measureThroughTunnel(task, progress)));
    }
    if (only.has('agents')) {
      const task = {
        agents: Number(values.agents),
        processes: Number(values.processes),
        idleSeconds: Number(values.idle),
        heartbeatMs: Number(values.heartbeat) * 1000,
        startsAtOnce: Number(values.starts),
        execArgv,
      };
      tables.push(...(await measureIdleAgents(task, progress)));
    }
    return { tables };
  },
};

function numbers(list: string): number[] {
  return list === '' ? [] : list.split(',').map(Number);
}
