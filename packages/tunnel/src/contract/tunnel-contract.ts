/** What every wire protocol of the tunnel promises. Each has a test file that calls this with its own agent. */
import { test } from 'node:test';
import type { ContractOptions } from './contract-case.ts';
import { failureCases } from './failure-cases.ts';
import { flowCases } from './flow-cases.ts';
import { sessionCases } from './session-cases.ts';
import { transferCases } from './transfer-cases.ts';
import { startHubRig } from './tunnel-rig.ts';

/** Ends a hang, and judges no speed. */
const HANG_MS = 120_000;

export function tunnelContract(options: ContractOptions): void {
  const { protocol, lacks, startAgent, eventually } = options;
  for (const { name, needs, run } of [...transferCases, ...flowCases, ...failureCases, ...sessionCases]) {
    if (needs !== undefined && lacks.includes(needs)) continue;
    test(`${protocol}: ${name}`, { timeout: HANG_MS }, async () => {
      await using rig = await startHubRig();
      const agent = await startAgent(rig.url('m1', protocol));
      await eventually('the agent is connected', () => rig.hub.isConnected('m1'));
      await run({ rig, hub: rig.hub, agent }, options);
      agent.kill();
    });
  }
}
