import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Globalization, Localization, OverrideConfig } from '@banyan/api/clusternet';
import type { Member } from '../../words/member.ts';
import type { Override } from '../../words/override.ts';
import { feedOverridesOf, overridesFor, type FeedOverrides } from './feed-overrides.ts';

const FEED = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'n', name: 'c' };
const BERLIN: Member = {
  name: 'berlin',
  namespace: 'clusternet-berlin',
  id: 'i',
  labels: { region: 'eu' },
  taints: [],
  state: 'ready',
  facts: {},
};

interface Facts {
  readonly spec?: Partial<Globalization['spec']>;
  readonly metadata?: Globalization['metadata'];
}

function globalization(name: string, { spec, metadata }: Facts = {}): Globalization {
  return {
    apiVersion: 'apps.clusternet.io/v1alpha1',
    kind: 'Globalization',
    metadata: { name, ...metadata },
    spec: { feed: FEED, overrides: [merge(name)], ...spec },
  };
}

function localization(name: string, namespace: string, facts: Facts = {}): Localization {
  const { metadata, ...rest } = globalization(name, facts);
  return { ...rest, kind: 'Localization', metadata: { ...metadata, namespace } };
}

function merge(name: string): OverrideConfig {
  return { name, type: 'MergePatch', value: `data: {a: ${name}}` };
}

function read(...sources: readonly (Globalization | Localization)[]): FeedOverrides[] {
  return sources.map(feedOverridesOf).filter((found) => found !== undefined);
}

function single(config: Partial<OverrideConfig>, metadata = {}): Override | undefined {
  const override = { type: 'MergePatch', value: '{}', ...config } as const;
  return feedOverridesOf(globalization('g', { metadata, spec: { overrides: [override] } }))?.set.overrides[0];
}

test('a member gets the Globalizations that select it, then the Localizations of its namespace, by priority', () => {
  const all = read(
    localization('here', 'clusternet-berlin', { spec: { priority: 1 } }),
    localization('there', 'clusternet-paris'),
    globalization('late', { spec: { priority: 900 } }),
    globalization('europe', { spec: { clusterAffinity: { matchLabels: { region: 'eu' } } } }),
    globalization('asia', { spec: { clusterAffinity: { matchLabels: { region: 'asia' } } } }),
  );
  assert.deepEqual(
    overridesFor(all, BERLIN).map(({ source }) => source),
    [
      'Globalization europe, override "europe"',
      'Globalization late, override "late"',
      'Localization clusternet-berlin/here, override "here"',
    ],
  );
});

test('an override that is being deleted is undone', () => {
  const metadata = { deletionTimestamp: '2026-01-01T00:00:00Z' };
  assert.deepEqual(read(globalization('g', { metadata })), []);
});

test('a blank value is skipped, an override without a name is counted', () => {
  assert.equal(single({ value: ' ' }), undefined);
  assert.equal(single({ value: '{}' })?.source, 'Globalization g, override 1');
});

test('values are templates only where the annotation says so', () => {
  assert.equal(single({})?.isTemplate, undefined);
  assert.equal(single({}, { annotations: { 'banyan.dev/template': 'true' } })?.isTemplate, true);
});

test('every type is understood', () => {
  const types = [
    'JSONPatch',
    'MergePatch',
    'StrategicMergePatch',
    'FieldJSONPatch',
    'FieldMergePatch',
  ] as const;
  assert.deepEqual(
    types.map((type) => single({ type, fieldPath: '/data/a', fieldFormat: 'YAML' })?.type),
    ['json-patch', 'merge-patch', 'strategic-merge-patch', 'field-json-patch', 'field-merge-patch'],
  );
  assert.deepEqual(single({ type: 'FieldMergePatch', fieldPath: '/data/a', fieldFormat: 'JSON' })?.field, {
    path: '/data/a',
    format: 'JSON',
  });
});

const WRONG: readonly (readonly [string, Partial<OverrideConfig>, RegExp])[] = [
  ['a value that is neither YAML nor JSON', { value: '{"a"' }, /neither YAML nor JSON/],
  ['a field patch without a path', { type: 'FieldMergePatch', fieldFormat: 'YAML' }, /fieldPath/],
  ['a field patch without a format', { type: 'FieldJSONPatch', fieldPath: '/data/a' }, /fieldFormat/],
  ['Helm values for what is no chart', { type: 'Helm' }, /HelmChart/],
];

for (const [name, config, problem] of WRONG) {
  test(`what its author wrote wrongly is kept as a problem: ${name}`, () => {
    assert.match(single(config)?.problem ?? '', problem);
  });
}
