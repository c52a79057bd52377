import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { silentLogger } from '@banyan/controller';
import { KubeClient } from '@banyan/kube';
import { FakeClock } from '@banyan/testing';
import { newAgentKey } from './agent-key.ts';
import { keepTokenFresh } from './keep-token-fresh.ts';
import type { HubAccess } from './registrar.ts';

const HOUR_MS = 3_600_000;
const START_MS = Date.UTC(2030, 0, 1);
const hubClient = new KubeClient({ name: 'hub', server: 'https://127.0.0.1:1' });

function access(iatMs: number, lifetimeMs = HOUR_MS): HubAccess {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { iat: iatMs / 1000, exp: (iatMs + lifetimeMs) / 1000 };
  const token = `${part({ alg: 'none' })}.${part(claims)}.c2ln`;
  return {
    url: 'https://hub',
    clusterId: 'id',
    key: newAgentKey(),
    ca: '',
    hubNamespace: 'n',
    memberName: 'm',
    token,
  };
}

interface Run {
  readonly clock: FakeClock;
  readonly asked: number[];
  readonly renewed: HubAccess[];
  readonly stop: () => Promise<void>;
}

/** `answers` in turn; the last one stays. */
function start(first: HubAccess, answers: readonly (HubAccess | undefined)[], random = 0): Run {
  const clock = new FakeClock(START_MS);
  const asked: number[] = [];
  const renewed: HubAccess[] = [];
  const stopping = new AbortController();
  const registrar = {
    renew: () => {
      asked.push(clock.now() - START_MS);
      return Promise.resolve(answers[Math.min(asked.length, answers.length) - 1]);
    },
  };
  const running = keepTokenFresh(
    {
      registrar,
      access: first,
      hubClient,
      logger: silentLogger,
      clock,
      random: () => random,
      onRenewed: (next) => renewed.push(next),
    },
    stopping.signal,
  );
  const stop = async (): Promise<void> => {
    stopping.abort();
    await running;
  };
  return { clock, asked, renewed, stop };
}

suite('a credential is renewed', () => {
  test('at half of its life, not before, and again at half of the next', async () => {
    const next = access(START_MS + HOUR_MS / 2);
    const after = access(START_MS + HOUR_MS);
    const { clock, asked, renewed, stop } = start(access(START_MS), [next, after]);
    await clock.advance(HOUR_MS / 2 - 1);
    assert.deepEqual(asked, []);
    await clock.advance(1);
    assert.deepEqual(renewed, [next]);
    await clock.advance(HOUR_MS / 2);
    assert.deepEqual(renewed, [next, after]);
    await stop();
  });

  test('a little later by chance, so that a fleet does not come at once', async () => {
    const { clock, asked, stop } = start(access(START_MS), [access(START_MS + HOUR_MS)], 1);
    await clock.advance(HOUR_MS);
    assert.deepEqual(asked, [33 * 60_000]);
    await stop();
  });

  test('when the hub has a newer one: until then it is asked again, well before the end', async () => {
    const next = access(START_MS + HOUR_MS / 2);
    const { clock, asked, renewed, stop } = start(access(START_MS), [undefined, undefined, next]);
    await clock.advance(HOUR_MS / 2 + 120_000);
    assert.deepEqual(asked, [HOUR_MS / 2, HOUR_MS / 2 + 60_000, HOUR_MS / 2 + 120_000]);
    assert.deepEqual(renewed, [next]);
    await stop();
  });

  test('at once when the clock has jumped over it', async () => {
    const { clock, asked, stop } = start(access(START_MS), [access(START_MS + HOUR_MS)]);
    await clock.advance(1_000);
    clock.jump(HOUR_MS);
    await clock.advance(600_000);
    assert.equal(asked.length, 1);
    await stop();
  });

  test('never if it has no end', async () => {
    const { clock, asked, stop } = start({ ...access(START_MS), token: 'opaque' }, [undefined]);
    await clock.advance(24 * HOUR_MS);
    assert.deepEqual(asked, []);
    await stop();
  });
});
