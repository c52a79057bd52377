import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ControllerRevision, PodTemplate } from '@banyan/api/objects';
import { eventually } from '@banyan/testing';
import { controllerOf } from '../../cluster/cluster-objects.ts';
import { startPlaygroundCluster } from '../../cluster/playground-cluster.ts';
import { CONTROLLER_REVISIONS, DAEMON_SETS } from '../../cluster/resources.ts';
import { templateOf } from './revision-data.ts';

const KEY = { namespace: 'default', name: 'log' };
const LABELS = { app: 'log' };

function template(image: string): PodTemplate {
  return { metadata: { labels: LABELS }, spec: { containers: [{ name: 'log', image }] } };
}

test('every template is a revision, one that is returned to is the newest, and old ones are forgotten', async (t) => {
  const cluster = await startPlaygroundCluster({ name: 'revisions', nodes: 0 });
  t.after(() => cluster.stop());
  const { objects } = cluster;
  const revisions = () =>
    [...objects.list(CONTROLLER_REVISIONS, 'default')].toSorted((a, b) => a.revision - b.revision);
  const shown = () => revisions().map((one) => `${one.revision} ${imageOf(one)}`);
  const seen = async (expected: string[]) => {
    await eventually(expected.join(), () => shown().join() === expected.join());
  };
  const turnTo = (image: string) =>
    objects.update(
      DAEMON_SETS,
      KEY,
      ({ spec }) => void (spec.template.spec.containers = template(image).spec.containers),
    );
  const spec = { selector: { matchLabels: LABELS }, template: template('one'), revisionHistoryLimit: 1 };
  await objects.create(DAEMON_SETS, { metadata: KEY, spec });
  await seen(['1 one']);
  await turnTo('two');
  await seen(['1 one', '2 two']);
  await turnTo('one');
  await seen(['2 two', '3 one']);
  await turnTo('three');
  await seen(['3 one', '4 three']);
  const [first] = revisions();
  assert.equal(controllerOf(first ?? assert.fail())?.name, 'log');
});

test('a name that is taken is no obstacle, and an orphan that fits comes home', async (t) => {
  const cluster = await startPlaygroundCluster({ name: 'revisions', nodes: 0 });
  t.after(() => cluster.stop());
  const { objects } = cluster;
  const spec = { selector: { matchLabels: LABELS }, template: template('one') };
  await objects.create(DAEMON_SETS, { metadata: KEY, spec });
  await eventually('a revision', () => [...objects.list(CONTROLLER_REVISIONS, 'default')].length === 1);
  const [taken] = [...objects.list(CONTROLLER_REVISIONS, 'default')];
  const { metadata, data, revision } = taken ?? assert.fail();
  await objects.delete(DAEMON_SETS, KEY);
  await eventually('all is gone', () => [...objects.list(CONTROLLER_REVISIONS, 'default')].length === 0);
  const make = (name: string, labels: Record<string, string>, of: unknown) =>
    objects.create(CONTROLLER_REVISIONS, {
      metadata: { namespace: 'default', name, labels },
      data: of,
      revision,
    });
  await make(metadata.name ?? '', { app: 'other' }, { spec: { other: true } });
  await make('orphan', LABELS, data);
  await objects.create(DAEMON_SETS, { metadata: KEY, spec: { ...spec, template: template('two') } });
  const count = () => objects.get(DAEMON_SETS, KEY)?.status?.observedGeneration;
  await eventually('the orphan is taken', () => {
    const orphan = objects.get(CONTROLLER_REVISIONS, { namespace: 'default', name: 'orphan' });
    return orphan !== undefined && controllerOf(orphan) !== undefined;
  });
  await objects.delete(CONTROLLER_REVISIONS, { namespace: 'default', name: 'orphan' });
  await objects.update(
    DAEMON_SETS,
    KEY,
    (draft) => void (draft.spec.template.spec.containers = template('one').spec.containers),
  );
  await eventually(
    'another name is found',
    () => objects.get(DAEMON_SETS, KEY)?.status?.collisionCount === 1,
  );
  assert.ok((count() ?? 0) > 1);
});

function imageOf(revision: Readonly<ControllerRevision>): string | undefined {
  return templateOf(revision)?.spec.containers[0]?.image;
}
