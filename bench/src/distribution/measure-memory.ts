import { peakResidentBytes } from '../process-usage.ts';
import { createIntents, createTemplates, type IntentsPlan } from './intents.ts';
import { createNamespace, playgroundStage } from './stage.ts';
import { untilDeployed, untilQuiet } from './wait-for.ts';

const MEGABYTE = 1024 * 1024;
const NAME = 'memory';
const MEMBERS = 2;

/** What a hub needs in RAM at most for many templates, each an intent to two members. */
export async function measureMemory(
  templates: number,
  execArgv: readonly string[],
): Promise<Record<string, number>> {
  const stage = await playgroundStage({ members: MEMBERS, execArgv });
  const hub = await stage.startHub();
  const plan: IntentsPlan = { name: NAME, count: templates, feeds: 1, labelsOf: () => ({ all: 'yes' }) };
  await createNamespace(stage, NAME);
  await createTemplates(stage.hubClient, plan);
  await createIntents(stage.hubClient, plan);
  await untilDeployed(stage.members, NAME, templates);
  await untilQuiet(stage);
  const [server = 0] = stage.hubServerPids;
  const row = {
    templates,
    members: MEMBERS,
    'hub peak MB': peakResidentBytes(hub.pid) / MEGABYTE,
    'hub API server peak MB': peakResidentBytes(server) / MEGABYTE,
  };
  await hub.stop();
  await stage.stop();
  return row;
}
