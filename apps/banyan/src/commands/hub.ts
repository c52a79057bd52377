import { readHubFlags, USAGE } from './hub/hub-flags.ts';
import { runHub } from './hub/run-hub.ts';
import { stopSignal } from './program/stop-signal.ts';

/** The hub, until a signal ends it. */
export async function run(args: string[]): Promise<number> {
  const flags = readHubFlags(args);
  if (flags.isHelp) {
    console.log(USAGE);
    return 0;
  }
  const signal = stopSignal({ withParent: process.connected });
  try {
    await runHub(flags, signal);
  } catch (error) {
    // What was under way when it was told to end says so in its own words.
    if (!signal.aborted) throw error;
  }
  return 0;
}
