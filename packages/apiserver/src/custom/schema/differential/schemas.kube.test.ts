import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import type { KubeObject, StatusCause } from '@banyan/api';
import { startCluster, type Cluster } from '@banyan/testing';
import { ThingServer, type ThingAnswer } from '../recorded/thing-server.ts';
import { structuralProblems } from '../structural-problems.ts';
import { sameJson } from '../values/json-value.ts';
import { specSchemas, spoiltSchemas } from './random-schema.ts';
import { valuesOf } from './random-value.ts';
import { ruleSchema, ruleValues } from './rule-schema.ts';
import { RealThings, specSchema, tryDefinition, type RealAnswer } from './schema-cluster.ts';
import { transitionSchema, transitionValues } from './transition-schema.ts';
import { withRule, WRITTEN_RULES } from './written-rules.ts';

/** A fixed row of schemas and values: another seed is another row, so what fails here fails again. */
const SEED = 1;
const DEFINITIONS = 150;
const SCHEMAS = 30;
const VALUES_EACH = 20;
const RULE_VALUES = 100;

const PATH = 'spec.validation.openAPIV3Schema';
/** Rules of which some objects keep all, so that there is one to change. */
const CHANGED = 'transition';

describe('schemas and values are answered as the real server answers them', () => {
  let cluster: Cluster;
  before(async () => {
    cluster = await startCluster({ name: 'schemas' });
  });
  after(() => cluster.stop());

  for (const [name, schemas] of Object.entries({ random: specSchemas, spoilt: spoiltSchemas })) {
    it(`definitions with ${name} schemas`, async () => {
      const different: string[] = [];
      for (const schema of fc.sample(schemas, { seed: SEED, numRuns: DEFINITIONS })) {
        const whole = specSchema(schema);
        const real = await tryDefinition(cluster, whole);
        if (real.status === 400) continue; // it could not even be read
        const ours = structuralProblems(whole, PATH, { hasStatus: false });
        collect(different, JSON.stringify(schema), texts(ours), texts(real.causes));
      }
      assert.equal(different.length, 0, different.slice(0, 5).join('\n\n'));
    });
  }

  it('definitions with rules of all kinds', async () => {
    const different: string[] = [];
    for (const rule of WRITTEN_RULES) {
      const whole = specSchema(withRule(rule));
      const real = await tryDefinition(cluster, whole);
      const ours = structuralProblems(whole, PATH, { hasStatus: false });
      collect(different, rule, texts(ours), texts(real.causes).map(withoutTypeNames));
    }
    assert.equal(different.length, 0, different.slice(0, 5).join('\n\n'));
  });

  it('objects of random schemas, created and changed', async () => {
    const accepted = fc
      .sample(specSchemas, { seed: SEED, numRuns: SCHEMAS })
      .filter((schema) => structuralProblems(specSchema(schema), PATH, { hasStatus: false }).length === 0);
    // One definition for all of them: it takes seconds until one is served.
    const properties = Object.fromEntries(accepted.map((schema, index) => [`p${index}`, schema]));
    const schema = specSchema({ type: 'object', properties });
    const real = new RealThings(cluster, 'things');
    await real.define(schema);
    const different: string[] = [];
    for (const [index, part] of accepted.entries()) {
      const values = fc.sample(valuesOf(part), { seed: SEED + index, numRuns: VALUES_EACH });
      const specs = values.map((value) => ({ [`p${index}`]: value }));
      const problems = await compareObjects(real, schema, { specs, name: `kept${index}` });
      different.push(...problems.map((problem) => `${JSON.stringify(part)}\n${problem}`));
    }
    assert.equal(different.length, 0, different.slice(0, 5).join('\n\n'));
  });

  const ruled = {
    many: { schema: ruleSchema, values: ruleValues },
    transition: { schema: transitionSchema, values: transitionValues },
  };
  for (const [name, { schema, values }] of Object.entries(ruled)) {
    it(`objects held to ${name} rules`, async () => {
      const refused = await tryDefinition(cluster, specSchema(schema));
      const ours = structuralProblems(specSchema(schema), PATH, { hasStatus: false });
      assert.deepEqual(texts(ours), texts(refused.causes));
      const real = new RealThings(cluster, `ruled-${name}`);
      await real.define(specSchema(schema));
      const specs = fc.sample<unknown>(values, { seed: SEED, numRuns: RULE_VALUES });
      const different = await compareObjects(real, specSchema(schema), { specs, name });
      assert.equal(different.length, 0, different.slice(0, 10).join('\n\n'));
    });
  }
});

/** Asks both of each spec as a creation, and as a change of the first that was accepted. */
async function compareObjects(
  real: RealThings,
  schema: object,
  { specs, name }: { readonly specs: readonly unknown[]; readonly name: string },
): Promise<string[]> {
  const different: string[] = [];
  const ours = new ThingServer();
  assert.equal(
    ours.define({ spec: { versions: [{ schema: { openAPIV3Schema: schema } }] } }, 'POST').status,
    201,
  );
  let kept: KubeObject | undefined;
  for (const spec of specs) {
    const created = await real.tryCreate(real.object(spec));
    compare(different, `create ${JSON.stringify(spec)}`, ours.tryCreate(real.object(spec)), created);
    if (created.status !== 201 || kept !== undefined) continue;
    kept = (await real.create(real.object(spec, { name }))).object;
    ours.create(real.object(spec, { name }));
  }
  const resourceVersion = kept?.metadata.resourceVersion;
  assert.ok(resourceVersion !== undefined || name !== CHANGED, 'some spec is accepted');
  if (resourceVersion === undefined) return different;
  for (const spec of specs) {
    const object = real.object(spec, { name, resourceVersion });
    const changed = await real.tryUpdate(object);
    compare(different, `change to ${JSON.stringify(spec)}`, ours.tryUpdate(object), changed);
  }
  return different;
}

function compare(different: string[], title: string, ours: ThingAnswer, real: RealAnswer): void {
  if (real.status === 400) {
    const said = ours.causes[0]?.message ?? `${ours.status}`;
    if (!real.message.endsWith(said)) different.push(`${title}\nreal: ${real.message}\nours: ${said}`);
    return;
  }
  collect(different, title, texts(ours.causes), texts(real.causes));
  if (real.status >= 300 || ours.object === undefined) return;
  if (!sameJson(ours.object['spec'], real.object['spec']))
    different.push(
      `${title}\nreal: ${JSON.stringify(real.object['spec'])}\nours: ${JSON.stringify(ours.object['spec'])}`,
    );
  for (const warning of ours.warnings)
    if (!real.warnings.includes(JSON.stringify(warning).slice(1, -1)))
      different.push(`${title}\nreal: ${real.warnings}\nours: ${warning}`);
}

function collect(different: string[], title: string, ours: readonly string[], real: readonly string[]): void {
  const [missing, extra] = [
    real.filter((text) => !ours.includes(text)),
    ours.filter((text) => !real.includes(text)),
  ];
  if (missing.length + extra.length === 0 && ours.length === real.length) return;
  different.push(
    [title, ...missing.map((text) => `real: ${text}`), ...extra.map((text) => `ours: ${text}`)].join('\n'),
  );
}

/** The real server makes up a name for the type of every schema. */
function withoutTypeNames(text: string): string {
  return text.replaceAll(/selfType\d+(?:\.[\w@]+)*/g, 'object');
}

/** The real server goes through maps in any order. */
function texts(causes: readonly StatusCause[]): string[] {
  return causes.map(({ reason, field, message }) => `${field}: ${reason}: ${message}`).sort();
}
