import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject, Status } from '@banyan/api';
import {
  ALL_CASES,
  caseKey,
  readTranscripts,
  type ContractCase,
  type Transcript,
} from '@banyan/testing/contract';
import { canonicalJson, sameJson, type JsonObject } from '../values/json-value.ts';
import { ThingServer, type ThingAnswer } from './thing-server.ts';

type Context = Parameters<ContractCase['run']>[0];
type Request = Parameters<Context['request']>[0];

const CASES = /^crd\/(rule-|validate-|prune$|defaults|ratchet$|embedded$|refused-schemas|refused-top-level)/;

/** Plays a case against our functions and holds every answer that was recorded against ours. */
class Replay {
  readonly namespace: string;
  readonly #slug: string;
  readonly #server = new ThingServer();
  readonly #recorded: Transcript['exchanges'];
  #at = 0;

  constructor({ row, id }: ContractCase, { exchanges }: Transcript) {
    this.#slug = `${row}-${id}`;
    this.namespace = this.#slug;
    this.#recorded = exchanges;
  }

  clusterName(): string {
    return this.#slug;
  }

  mask(): void {}

  async setup(request: Request): Promise<unknown> {
    const { status, causes } = this.#answer(request);
    assert.ok(status < 300, JSON.stringify(causes));
    return {};
  }

  async until(request: Request, fits: (response: never) => boolean): Promise<unknown> {
    const { status, object } = this.#answer(request);
    assert.ok(fits({ status, body: object } as never), `${request.path}: ${status}`);
    return object;
  }

  async request(request: Request): Promise<unknown> {
    const { response } = this.#recorded[this.#at++] ?? assert.fail('more requests than were recorded');
    const isAboutNames = response.status === 409 || request.query !== undefined;
    const ours = this.#answer(request);
    if (!isAboutNames) compare(ours, response, request.note);
    return { status: response.status, body: response.body };
  }

  #answer({ method = 'GET', path, body }: Request): ThingAnswer {
    if (path.includes('customresourcedefinitions')) {
      if (method === 'GET') return { status: 0, causes: [], warnings: [] };
      return this.#server.define(body as JsonObject, method);
    }
    const name = path.split('/').at(-1) ?? '';
    if (method === 'POST') return this.#server.create(body as unknown as KubeObject);
    if (method === 'PATCH') return this.#server.patch(name, body as JsonObject);
    return name === 'things' ? { status: 200, causes: [], warnings: [] } : this.#server.read(name);
  }
}

function compare(ours: ThingAnswer, theirs: Transcript['exchanges'][number]['response'], note = ''): void {
  if (ours.status === 0) return;
  const status = theirs.body as unknown as Status;
  if (theirs.status === 422) {
    assert.deepEqual(sorted(ours.causes), sorted(status.details?.causes ?? []), note);
    return;
  }
  assert.equal(ours.status, theirs.status, `${note} ${JSON.stringify(ours.causes)}`);
  if (theirs.status === 400)
    assert.ok(status.message?.endsWith(ours.causes[0]?.message ?? '-'), status.message);
  if (ours.object === undefined) return;
  const [mine, real] = [without(ours.object), without(theirs.body as unknown as KubeObject)];
  assert.ok(sameJson(mine, real), `${JSON.stringify(mine)} is not ${JSON.stringify(real)}`);
  const said = JSON.stringify((theirs.headers as Record<string, unknown>)['warning'] ?? '');
  for (const warning of ours.warnings)
    assert.ok(said.includes(escaped(warning)), `${warning} not in ${said}`);
}

function escaped(warning: string): string {
  return JSON.stringify(JSON.stringify(warning).slice(1, -1)).slice(1, -1);
}

function sorted(causes: readonly object[]): string[] {
  return causes.map((cause) => canonicalJson(cause)).sort();
}

function without(object: KubeObject): object {
  const { metadata: _, ...rest } = object;
  return rest;
}

const transcripts = readTranscripts();

for (const contractCase of ALL_CASES.filter((each) => CASES.test(caseKey(each)))) {
  void test(`${caseKey(contractCase)}: ${contractCase.name.slice(0, 100)}`, async () => {
    const transcript = transcripts.get(caseKey(contractCase)) ?? assert.fail('never recorded');
    await contractCase.run(new Replay(contractCase, transcript) as unknown as Context);
  });
}
