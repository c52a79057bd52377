import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../json-value.ts';
import { managedFieldsOf, withManagedFields } from './ownership/object-metadata.ts';
import { checkRun, replayKind } from './recorded/check-run.ts';
import {
  recordedKinds,
  recordedSchemas,
  type RecordedRun,
  type RecordedStep,
} from './recorded/recorded-runs.ts';

const schemas = recordedSchemas();
const kinds = recordedKinds();

for (const recorded of kinds) {
  const kind = replayKind(recorded, schemas);
  for (const run of recorded.runs) {
    const { seed, steps } = run;
    test(`${recorded.scenario}, run ${seed}: ${steps.length} writes end as on ${recorded.kubernetes}`, () => {
      checkRun(kind, run);
    });
  }
}

const WRITES =
  'create main 201, put main 200, merge main 200, merge status 200, merge scale 200, ' +
  'apply main 200, apply main 201, apply main 409, apply main 500, apply main 400, ' +
  'apply status 200, apply status 409, apply scale 200, apply scale 409';

test('the recording has every kind of write, and hundreds of them', () => {
  const steps = kinds.flatMap(({ runs }) => runs.flatMap((run) => run.steps));
  const seen = new Set(steps.map(({ verb, subresource = 'main', code }) => `${verb} ${subresource} ${code}`));
  for (const wanted of WRITES.split(', ')) {
    assert.ok(seen.has(wanted), `no ${wanted} in the recording`);
  }
  const text = JSON.stringify(steps);
  for (const manager of ['ancient-changes', 'before-first-apply', 'kubectl-client-side-apply']) {
    assert.ok(text.includes(manager), `no ${manager} in the recording`);
  }
  assert.ok(steps.length > 600, `only ${steps.length} steps`);
});

/** Each changes one answer of the server; the comparison must see it. */
const corruptions: [string, (step: RecordedStep) => RecordedStep | undefined][] = [
  ['a field of an object is lost', (step) => withObject(step, withoutSpec)],
  ['a value is another', (step) => withObject(step, (object) => ({ ...object, spec: { replicas: 99 } }))],
  ['an owner is another', (step) => withEntries(step, (entry) => ({ ...entry, manager: 'somebody' }))],
  ['a set of fields is empty', (step) => withEntries(step, (entry) => ({ ...entry, fieldsV1: {} }))],
  ['a time is another', (step) => withEntries(step, (entry) => ({ ...entry, time: '2020-01-01T00:00:00Z' }))],
  ['a conflict was none', ({ refusal, ...step }) => refusal && { ...step, code: 200 }],
  [
    'a conflict is worded otherwise',
    (step) =>
      step.refusal && { ...step, refusal: { ...step.refusal, message: step.refusal.message.toUpperCase() } },
  ],
  [
    'a conflict has no causes',
    (step) => step.refusal?.causes && { ...step, refusal: { ...step.refusal, causes: [] } },
  ],
];

function withoutSpec(object: JsonObject): JsonObject {
  const { spec: _, ...rest } = object;
  return rest;
}

function withObject(
  step: RecordedStep,
  change: (object: JsonObject) => JsonObject,
): RecordedStep | undefined {
  return step.verb === 'apply' && step.object ? { ...step, object: change(step.object) } : undefined;
}

function withEntries(
  step: RecordedStep,
  change: (entry: JsonObject) => JsonObject,
): RecordedStep | undefined {
  return withObject(step, (object) => {
    const [first = {}, ...others] = (managedFieldsOf(object) ?? []) as unknown as JsonObject[];
    return withManagedFields(object, [change(first), ...others] as ReturnType<typeof managedFieldsOf> &
      object);
  });
}

for (const [name, corrupt] of corruptions) {
  test(`a corrupted recording is noticed: ${name}`, () => {
    const recorded = kinds.find(({ scenario }) => scenario === 'deployment');
    assert.ok(recorded);
    const run = corruptedRun(recorded.runs, corrupt);
    assert.throws(() => checkRun(replayKind(recorded, schemas), run), { name: 'AssertionError' });
  });
}

/** The first run that has a step to corrupt, cut off after that step so that nothing else can fail. */
function corruptedRun(
  runs: readonly RecordedRun[],
  corrupt: (step: RecordedStep) => RecordedStep | undefined,
): RecordedRun {
  for (const { seed, steps } of runs) {
    for (const [index, step] of steps.entries()) {
      const corrupted = corrupt(step);
      if (corrupted !== undefined) return { seed, steps: [...steps.slice(0, index), corrupted] };
    }
  }
  throw new Error('no step to corrupt');
}
