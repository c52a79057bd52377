import assert from 'node:assert/strict';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { eventually } from '@banyan/testing';
import { startFleet, type FleetMember } from '../../index.ts';
import { askControl } from './control-client.ts';
import type { FleetCommand } from './control-request.ts';
import { serveControl } from './control-server.ts';

async function temporaryDir(t: TestContext): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'banyan-control-'));
  t.after(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

async function steeredFleet(t: TestContext): Promise<{ dir: string; members: readonly FleetMember[] }> {
  const dir = await temporaryDir(t);
  const fleet = await startFleet({ members: 2, nodes: 1 });
  t.after(() => fleet.stop());
  const control = await serveControl(fleet, dir);
  t.after(() => control.stop());
  return { dir, members: fleet.members };
}

test('every fault can be asked for by the socket, of one member or of all, and is told', async (t) => {
  const { dir, members } = await steeredFleet(t);
  await eventually('nodes', async () =>
    ((await askControl(dir, { command: 'status', members: [] })) ?? []).every(
      ({ readyNodes }) => readyNodes === 1,
    ),
  );
  const asked: readonly (readonly [FleetCommand, string])[] = [
    [{ command: 'cut', mode: 'hang' }, 'cut off (hanging)'],
    [{ command: 'flap', periodMs: 60_000, mode: 'refuse' }, 'flapping every 60 s (refused)'],
    [{ command: 'slow', delayMs: 10 }, 'slow by 10 ms'],
    [{ command: 'clock', offsetMs: -1000 }, 'clock 1 s behind'],
    [{ command: 'errors', status: 500, share: 0.5, retryAfterSeconds: 1 }, 'answers 500 to 50% of requests'],
    [{ command: 'node-down', nodes: ['node-1'] }, 'member2-node-1 is down'],
  ];
  for (const [command, phrase] of asked) {
    const [status] = (await askControl(dir, { ...command, members: ['member2'] })) ?? [];
    assert.equal(status?.name, 'member2');
    assert.ok(status?.faults.includes(phrase), `${phrase}, not ${status?.faults.join()}`);
  }
  await askControl(dir, { command: 'node-up', nodes: ['member2-node-1'], members: ['member2'] });
  assert.deepEqual(members[1]?.faults.state.deadNodes, []);
  const healed = await askControl(dir, { command: 'heal', members: [] });
  assert.deepEqual(
    healed?.map(({ name, faults }) => [name, faults]),
    [
      ['member1', []],
      ['member2', []],
    ],
  );
});

test('what is wrong is said in words, and nothing is done', async (t) => {
  const { dir, members } = await steeredFleet(t);
  await assert.rejects(askControl(dir, { command: 'cut', mode: 'refuse', members: ['member1', 'nobody'] }), {
    message: 'there is no member "nobody"; there are: member1, member2',
  });
  await assert.rejects(askControl(dir, { command: 'node-down', nodes: ['node-9'], members: ['member1'] }), {
    message: /member1 has no node "node-9"; it has: /,
  });
  assert.equal(members[0]?.faults.state.cut, undefined);
});

test('the socket is for its owner alone, and one that was left behind is in nobody’s way', async (t) => {
  const dir = await temporaryDir(t);
  await writeFile(join(dir, 'playground.sock'), '');
  assert.equal(await askControl(dir, { command: 'status', members: [] }), undefined);
  const control = await serveControl({ members: [], stop: async () => {} }, dir);
  assert.equal((await stat(join(dir, 'playground.sock'))).mode & 0o777, 0o600);
  assert.deepEqual(await askControl(dir, { command: 'status', members: [] }), []);
  await control.stop();
  assert.equal(await askControl(dir, { command: 'status', members: [] }), undefined);
});
