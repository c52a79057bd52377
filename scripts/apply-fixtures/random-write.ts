import { compact, type Json, type Scenario } from './scenario.ts';
import type { SeededRandom } from './seeded-random.ts';

export type Verb = 'create' | 'apply' | 'merge' | 'put';

/** One request to make. */
export interface Write {
  readonly verb: Verb;
  readonly manager: string;
  readonly body: Json;
  readonly subresource?: 'status' | 'scale';
  readonly force?: true;
}

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';
const APPLIERS = ['applier-a', 'applier-b', 'kubectl'] as const;

export interface Who {
  readonly scenario: Scenario;
  readonly name: string;
  /** The version in which the next write is made. */
  readonly apiVersion: string;
  /** Enough updaters, and the oldest are folded together. */
  readonly updaters: number;
}

/** What one of several managers may do next. `live` is the object as the server has it. */
export function randomWrite(who: Who, random: SeededRandom, live: Json | undefined): Write {
  const { scenario } = who;
  if (live === undefined) return creation(who, random);
  const dice = random.next();
  const updater = `updater-${Math.floor(random.next() * who.updaters) + 1}`;
  if (dice < (who.updaters > 5 ? 0.15 : 0.45)) return application(who, random);
  if (dice < 0.57 && scenario.status) return statusWrite(who, random, updater);
  if (dice < 0.67 && scenario.scale) return scaleWrite(who, random, updater);
  if (dice < 0.7 && who.updaters <= 5)
    return { verb: 'merge', manager: updater, body: { metadata: { managedFields: [{}] } } };
  const config = overlay(configOf(who, random), who.updaters > 5 ? ownAnnotation(updater) : {});
  if (dice < 0.86) return { verb: 'merge', manager: updater, body: withRemovals(random, config, live) };
  return { verb: 'put', manager: updater, body: overlay(live, { ...config, apiVersion: who.apiVersion }) };
}

/** Many updaters would take everything from each other; so each keeps something. */
function ownAnnotation(updater: string): Json {
  return { metadata: { annotations: { [updater]: 'was here' } } };
}

/** What does not fit is refused, whatever is there. */
export function invalidWrites(who: Who): Write[] {
  return (who.scenario.invalid ?? []).map((fields) => ({
    verb: 'apply',
    manager: 'applier-a',
    body: objectOf(who, fields),
  }));
}

function creation(who: Who, random: SeededRandom): Write {
  const config = overlay(objectOf(who, who.scenario.base), configOf(who, random));
  const dice = random.next();
  if (dice < 0.4) return { verb: 'apply', manager: random.pick(...APPLIERS), body: config };
  if (dice < 0.6) return { verb: 'create', manager: 'updater-1', body: config };
  const annotation = { metadata: { annotations: { [LAST_APPLIED]: `${JSON.stringify(config)}\n` } } };
  return { verb: 'create', manager: 'kubectl-client-side-apply', body: overlay(config, annotation) };
}

function application(who: Who, random: SeededRandom): Write {
  const base = random.chance(0.5) ? objectOf(who, who.scenario.base) : objectOf(who, {});
  const body = random.chance(0.08) ? base : overlay(base, configOf(who, random));
  return {
    verb: 'apply',
    manager: random.pick(...APPLIERS),
    body,
    ...(random.chance(0.5) && { force: true }),
  };
}

function statusWrite(who: Who, random: SeededRandom, updater: string): Write {
  const status = compact(who.scenario.status?.(random) ?? {}) as Json;
  if (random.chance(0.5)) {
    return { verb: 'merge', subresource: 'status', manager: updater, body: { status } };
  }
  const body = overlay(objectOf(who, {}), { status });
  const force = random.chance(0.5) && ({ force: true } as const);
  return { verb: 'apply', subresource: 'status', manager: random.pick(...APPLIERS), body, ...force };
}

function scaleWrite(who: Who, random: SeededRandom, updater: string): Write {
  const spec = { replicas: random.pick(1, 2, 3, 4) };
  if (random.chance(0.5)) return { verb: 'merge', subresource: 'scale', manager: updater, body: { spec } };
  const body = { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: who.name }, spec };
  const force = random.chance(0.5) && ({ force: true } as const);
  return { verb: 'apply', subresource: 'scale', manager: random.pick(...APPLIERS), body, ...force };
}

function objectOf({ scenario, name, apiVersion }: Who, fields: Json): Json {
  const { kind } = scenario;
  return overlay({ apiVersion, kind, metadata: { name } }, fields);
}

function configOf({ scenario }: Who, random: SeededRandom): Json {
  return compact(scenario.config(random)) as Json;
}

/** Some maps and fields of the live object are nulled, which a merge patch understands as "remove". */
function withRemovals(random: SeededRandom, patch: Json, live: Json): Json {
  const removed: Json = {};
  for (const section of ['spec', 'data', 'content']) {
    const fields = live[section];
    if (!isMap(fields)) continue;
    const names = random.some(Object.keys(fields), 0.1).filter((name) => !KEPT.has(name));
    if (names.length > 0) removed[section] = Object.fromEntries(names.map((name) => [name, null]));
  }
  return overlay(patch, removed);
}

/** Without these the objects are not valid, or the server gives them back after it tracked the removal. */
const KEPT = new Set(
  (
    'selector template containers ports kept clusterIP clusterIPs ipFamilies ipFamilyPolicy ' +
    'preemptionPolicy priority tolerations'
  ).split(' '),
);

/** Maps are merged, lists of named items by name, everything else is replaced. */
function overlay(below: Json, above: Json): Json {
  const merged: Json = structuredClone(below);
  for (const [key, value] of Object.entries(above)) {
    const old = merged[key];
    if (isMap(old) && isMap(value)) merged[key] = overlay(old, value);
    else if (key === 'containers' && Array.isArray(old) && Array.isArray(value)) {
      merged[key] = overlayItems(old as Json[], value as Json[]);
    } else merged[key] = structuredClone(value);
  }
  return merged;
}

function overlayItems(below: readonly Json[], above: readonly Json[]): Json[] {
  const names = new Set([...above, ...below].map((item) => item['name']));
  return [...names].map((name) => {
    const find = (items: readonly Json[]) => items.find((item) => item['name'] === name) ?? {};
    return overlay(find(below), find(above));
  });
}

function isMap(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
