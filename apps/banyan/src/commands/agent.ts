import { readAgentFlags, USAGE } from './agent/agent-flags.ts';
import { runAgentProgram } from './agent/run-agent-program.ts';
import { stopSignal } from './program/stop-signal.ts';

/** The agent of a member, until a signal ends it. */
export async function run(args: string[]): Promise<number> {
  const flags = readAgentFlags(args, process.env);
  if (flags.isHelp) {
    console.log(USAGE);
    return 0;
  }
  await runAgentProgram(flags, stopSignal({ withParent: process.connected }));
  return 0;
}
