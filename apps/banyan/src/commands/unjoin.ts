import { parseArgs } from 'node:util';
import { leaveMember } from '@banyan/membership';
import { HUB_OPTIONS, withHub } from './people/hub-access.ts';
import { HUB_FLAGS_TEXT } from './people/hub-flags-text.ts';
import { fromGoStyle } from './program/flag-style.ts';
import { durationFlag } from './program/flag-values.ts';
import { WrongUse } from './program/wrong-use.ts';

const USAGE = `usage: banyan unjoin CLUSTER [FLAGS]

Lets a member go. What runs there stays; its credentials, its namespace and its rights in the hub are removed. If its
agent still runs it may ask for as long as it likes: only banyan approve CLUSTER lets it in again.

  --drain         take away first what the hub deployed there
  --forget        forget the cluster altogether: its agent may register it again
  --wait=false    do not wait until it is gone
  --timeout=5m    how long to wait
${HUB_FLAGS_TEXT}`;

const OPTIONS = {
  ...HUB_OPTIONS,
  drain: { type: 'boolean', default: false },
  forget: { type: 'boolean', default: false },
  wait: { type: 'boolean', default: true },
  timeout: { type: 'string', default: '5m' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** Lets a member go. */
export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: fromGoStyle(args, OPTIONS),
    options: OPTIONS,
    allowPositionals: true,
    allowNegative: true,
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const [name, ...rest] = positionals;
  if (name === undefined || rest.length > 0) throw new WrongUse('which cluster? banyan unjoin CLUSTER');
  const timeoutMs = durationFlag('timeout', values.timeout);
  const { drain, forget, wait } = values;
  return withHub(values, async ({ hubClient, signal }) => {
    const onLeaving = (): void =>
      console.log(`${name}: leaving; what runs there ${drain ? 'by the hub is taken away first' : 'stays'}`);
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    try {
      await leaveMember({ hubClient, name, drain, forget, wait, onLeaving, signal: inTime });
    } catch (error) {
      if (!inTime.aborted) throw error;
      const words = `${name} is still leaving, and goes on by itself; see banyan clusters`;
      throw new Error(words, { cause: error });
    }
    if (wait) console.log(`${name}: gone`);
    return 0;
  });
}
