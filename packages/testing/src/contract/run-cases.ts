import { Agent } from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';
import { httpsExchange, type HttpsRequest } from '../kubernetes/https-request.ts';
import { CaseContext } from './case-context.ts';
import { caseKey, type ContractCase } from './contract-case.ts';
import { peerOf, type ContractTarget } from './contract-target.ts';
import { normaliseTranscript } from './normalise/normalise-transcript.ts';
import type { Transcript } from './transcript.ts';

/** What a run of one case gave: a transcript, or why there is none. */
export type CaseOutcome = { readonly transcript: Transcript } | { readonly error: Error };

/** Cases at once: the target shares the machine with us, and two keep it busy. */
const CONCURRENCY = 3;

/** Shorter than any server's own patience, so that none is closed while it is used again. */
const IDLE_MS = 2_000;

/** Runs every case whose needs the target has: first those that run alone, then the others, a few at a time. */
export async function runCases(
  cases: readonly ContractCase[],
  target: ContractTarget,
): Promise<Map<string, CaseOutcome>> {
  const outcomes = new Map<string, CaseOutcome>();
  const fitting = cases.filter((one) => one.needs.every((need) => target.capabilities.has(need)));
  // What prepares cases and clears up after them; each request of a case has a connection of its own.
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MS });
  const run = async (one: ContractCase) => void outcomes.set(caseKey(one), await runCase(one, target, agent));
  for (const one of fitting.filter(({ alone }) => alone)) await run(one);
  const waiting = fitting.filter(({ alone }) => !alone);
  const worker = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await run(one);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  agent.destroy();
  return outcomes;
}

/** Runs one case in a namespace of its own, and removes what it made. Never throws. */
export async function runCase(
  one: ContractCase,
  target: ContractTarget,
  agent?: Agent,
): Promise<CaseOutcome> {
  const context = new CaseContext(target, one);
  const ask = (request: HttpsRequest) =>
    httpsExchange(peerOf(target, 'admin'), { ...request, ...(agent && { agent }) });
  const failed = (cause: unknown) => ({ error: new Error(`${caseKey(one)}: ${String(cause)}`, { cause }) });
  const outcome = await transcribe(one, context, ask).catch(failed);
  context.closeWatches();
  try {
    await cleanUp(context, ask);
    if (one.alone) await untilUnserved(context, ask);
  } catch (cause) {
    return 'error' in outcome ? outcome : failed(cause);
  }
  return outcome;
}

async function transcribe(one: ContractCase, context: CaseContext, ask: Ask): Promise<CaseOutcome> {
  await prepareNamespace(context.namespace, ask);
  await one.run(context);
  const { server } = context.target;
  const exchanges = normaliseTranscript(context.exchanges, { server, masks: context.masks });
  return { transcript: { name: one.name, exchanges } };
}

type Ask = (request: HttpsRequest) => Promise<{ readonly status: number; readonly body: Buffer }>;

const JSON_BODY = { 'content-type': 'application/json' };
const MERGE_PATCH = { 'content-type': 'application/merge-patch+json' };

/** A namespace with the service account that pods need, whether or not a controller makes one. */
async function prepareNamespace(namespace: string, ask: Ask): Promise<void> {
  const create = async (path: string, name: string) => {
    const body = JSON.stringify({ metadata: { name } });
    const response = await ask({ method: 'POST', path, headers: JSON_BODY, body });
    if (response.status !== 201 && response.status !== 409)
      throw new Error(`cannot create ${path}/${name}: ${response.status} ${response.body.toString()}`);
  };
  await create('/api/v1/namespaces', namespace);
  await create(`/api/v1/namespaces/${namespace}/serviceaccounts`, 'default');
}

/** Ends a wait for a group that never goes. */
const DEADLINE_MS = 300_000;

/** Waits until the groups of the case's CRDs are gone from discovery and OpenAPI: the next case may read those. */
async function untilUnserved({ created }: CaseContext, ask: Ask): Promise<void> {
  const end = performance.now() + DEADLINE_MS;
  for (const path of created.filter((one) => one.includes('/customresourcedefinitions/'))) {
    const group = path.slice(path.indexOf('.', path.lastIndexOf('/')) + 1);
    const isServed = async () => {
      const { status } = await ask({ path: `/apis/${group}` });
      return status !== 404 || (await ask({ path: '/openapi/v3' })).body.includes(`apis/${group}/`);
    };
    while (await isServed()) {
      if (performance.now() > end) throw new Error(`${group} is still served`);
      await delay(50);
    }
  }
}

/** Removes the case's namespace and cluster-scoped objects, finalizers or not. */
async function cleanUp({ namespace, created }: CaseContext, ask: Ask): Promise<void> {
  const path = `/api/v1/namespaces/${namespace}`;
  for (const object of [...created, path]) {
    const { status } = await ask({ method: 'DELETE', path: object });
    if (status === 404) continue;
    const body = JSON.stringify({ metadata: { finalizers: null } });
    if (!object.includes('customresourcedefinitions'))
      await ask({ method: 'PATCH', path: object, headers: MERGE_PATCH, body });
  }
  const body = JSON.stringify({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: namespace },
    spec: {},
  });
  await ask({ method: 'PUT', path: `${path}/finalize`, headers: JSON_BODY, body });
}
