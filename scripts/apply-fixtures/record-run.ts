import type { Cluster } from '@banyan/testing';
import { invalidWrites, randomWrite, type Verb, type Who, type Write } from './random-write.ts';
import type { Json, Scenario } from './scenario.ts';
import { RunClock } from './run-clock.ts';
import { SeededRandom } from './seeded-random.ts';

/** A request and what the real server made of it. The object before is that of the step before. */
export interface RecordedStep {
  /** For kinds with several versions: the one of the request, and of the object in the answer. */
  readonly apiVersion?: string;
  readonly verb: Verb;
  readonly manager: string;
  readonly subresource?: string;
  readonly force?: true;
  /** For an apply: the configuration. For other verbs the result says what was written. */
  readonly body?: Json;
  /** The write asked to clear managedFields. */
  readonly clears?: true;
  /** The time of the request, in the run's own seconds. */
  readonly at: string;
  readonly code: number;
  /** The object afterwards, when it is another than before. */
  readonly object?: Json;
  /** What was refused, and why. */
  readonly refusal?: {
    readonly reason?: string;
    readonly message: string;
    readonly causes?: readonly Json[];
  };
}

export interface RecordedRun {
  readonly seed: number;
  readonly steps: readonly RecordedStep[];
}

const CONTENT_TYPE: Readonly<Record<Verb, string>> = {
  create: 'application/json',
  put: 'application/json',
  merge: 'application/merge-patch+json',
  apply: 'application/apply-patch+yaml',
};
const METHOD: Readonly<Record<Verb, string>> = { create: 'POST', put: 'PUT', merge: 'PATCH', apply: 'PATCH' };

/** With more, the oldest may be folded together; a second for each write then says which are the oldest. */
const FEW_UPDATERS = 5;

export interface RunOptions {
  readonly cluster: Cluster;
  readonly scenario: Scenario;
  readonly seed: number;
  readonly steps: number;
  readonly updaters: number;
  /** Also what does not fit the schema. */
  readonly withInvalid: boolean;
}

/** Makes seeded random requests of several managers to one new object, and at last those that do not fit. */
export async function recordRun(options: RunOptions): Promise<RecordedRun> {
  const { cluster, scenario, seed, steps, updaters, withInvalid } = options;
  const random = new SeededRandom(seed);
  const clock = new RunClock();
  const recorded: RecordedStep[] = [];
  let live: Json | undefined;
  let who = nextWriter(scenario, seed, updaters, random);
  const make = async (write: Write): Promise<void> => {
    const sent = clock.now();
    const { code, answer } = await send(cluster, who, write);
    if (code === 422 || isServerDefect(answer) || (code >= 400 && live === undefined)) return;
    const after = code < 300 && write.subresource === 'scale' ? await get(cluster, who) : answer;
    const step = stepOf(write, { at: clock.timeOf(after, sent), code, live, after });
    recorded.push(scenario.otherVersion === undefined ? step : { apiVersion: who.apiVersion, ...step });
    if (code < 300) live = after;
  };
  for (let tries = 0; tries < steps * 3 && recorded.length < steps; tries++) {
    who = nextWriter(scenario, seed, updaters, random);
    await clock.untilSafe(random.chance(0.35) || updaters > FEW_UPDATERS);
    await make(randomWrite(who, random, live));
  }
  if (withInvalid) for (const write of invalidWrites(who)) await make(write);
  return { seed, steps: clock.withRunsOwnTimes(recorded) };
}

/** A custom resource's scale cannot be applied while nobody owns its replicas: the server fails to convert it. */
function isServerDefect({ message = '' }: { message?: unknown }): boolean {
  return String(message).includes('request to convert CR to an invalid group/version: autoscaling/v1');
}

function nextWriter(scenario: Scenario, seed: number, updaters: number, random: SeededRandom): Who {
  const { otherVersion } = scenario;
  const useOther = otherVersion !== undefined && random.chance(0.3);
  const apiVersion = useOther ? otherVersion.apiVersion : scenario.apiVersion;
  return { scenario, name: `run-${seed}`, apiVersion, updaters };
}

async function send(cluster: Cluster, who: Who, write: Write): Promise<{ code: number; answer: Json }> {
  const { name } = who;
  const item = write.verb === 'create' ? '' : `/${name}`;
  const subresource = write.subresource === undefined ? '' : `/${write.subresource}`;
  const query = `?fieldManager=${write.manager}${write.force ? '&force=true' : ''}`;
  const response = await cluster.request({
    method: METHOD[write.verb],
    path: `${collectionOf(who)}${item}${subresource}${query}`,
    headers: { accept: 'application/json', 'content-type': CONTENT_TYPE[write.verb] },
    body: JSON.stringify(write.body),
  });
  return { code: response.status, answer: JSON.parse(response.body.toString()) as Json };
}

async function get(cluster: Cluster, who: Who): Promise<Json> {
  return cluster.json<Json>('GET', `${collectionOf(who)}/${who.name}`);
}

function collectionOf({ scenario, apiVersion }: Who): string {
  const { path, otherVersion } = scenario;
  return apiVersion === otherVersion?.apiVersion ? otherVersion.path : path;
}

interface Outcome {
  readonly at: string;
  readonly code: number;
  readonly live: Json | undefined;
  readonly after: Json;
}

function stepOf(write: Write, { at, code, live, after }: Outcome): RecordedStep {
  const { verb, manager, subresource, force, body } = write;
  const common = {
    verb,
    manager,
    ...(subresource && { subresource }),
    ...(force && { force }),
    ...(verb === 'apply' && { body }),
    ...('managedFields' in ((body['metadata'] ?? {}) as Json) &&
      verb === 'merge' && { clears: true as const }),
    at,
    code,
  };
  if (code >= 300) return { ...common, refusal: refusalOf(after) };
  const object = withoutServerFields(after);
  const unchanged =
    live !== undefined && JSON.stringify(withoutServerFields(live)) === JSON.stringify(object);
  return { ...common, ...(!unchanged && { object }) };
}

/** Causes come manager by manager, and the managers in no particular order. */
function refusalOf(status: Json): NonNullable<RecordedStep['refusal']> {
  const { reason, message, details } = status as { reason?: string; message: string; details?: Json };
  const causes = details?.['causes'] as { message: string }[] | undefined;
  return {
    ...(reason !== undefined && { reason }),
    message,
    ...(causes && { causes: causes.toSorted(byMessage) }),
  };
}

/** What differs from run to run and is nobody's field. */
function withoutServerFields(object: Json): Json {
  const metadata = { ...(object['metadata'] as Json) };
  for (const field of ['uid', 'resourceVersion', 'creationTimestamp', 'generation']) delete metadata[field];
  return { ...object, metadata };
}

function byMessage(left: { message: string }, right: { message: string }): number {
  if (left.message === right.message) return 0;
  return left.message < right.message ? -1 : 1;
}
