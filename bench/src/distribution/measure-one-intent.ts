import { SUBSCRIPTIONS, type Subscription } from '@banyan/api/clusternet';
import { setTimeout as delay } from 'node:timers/promises';
import { createIntents, createTemplates, type IntentsPlan } from './intents.ts';
import { createNamespace, GROUP_SIZE, type Stage } from './stage.ts';
import { untilDeployed, untilQuiet } from './wait-for.ts';

const NAME = 'many';
const POLL_MS = 100;

/** One intent of many feeds to ten members: to the last object, and until the intent itself says so. */
export async function measureOneIntent(stage: Stage, feeds: number): Promise<Record<string, number>> {
  const plan: IntentsPlan = { name: NAME, count: 1, feeds, labelsOf: () => ({ group: '0' }) };
  await createNamespace(stage, NAME);
  await createTemplates(stage.hubClient, plan);
  await untilQuiet(stage);
  const startMs = performance.now();
  await createIntents(stage.hubClient, plan);
  await untilDeployed(stage.members.slice(0, GROUP_SIZE), NAME, feeds);
  const deployedMs = performance.now() - startMs;
  const key = { namespace: 'default', name: `${NAME}-0` };
  while (!isRendered(await stage.hubClient.get<Subscription>(SUBSCRIPTIONS, key), feeds))
    await delay(POLL_MS);
  const toldMs = performance.now() - startMs;
  await untilQuiet(stage);
  return {
    feeds,
    members: GROUP_SIZE,
    's to the last object': deployedMs / 1000,
    's to its status': toldMs / 1000,
  };
}

/** Its status has every feed, each with every member. */
function isRendered({ status }: Subscription, feeds: number): boolean {
  const aggregated = status?.aggregatedStatuses ?? [];
  return aggregated.length === feeds;
}
