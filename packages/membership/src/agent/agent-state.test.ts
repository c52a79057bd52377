import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { AgentState } from './agent-state.ts';

const PERIOD_MS = 1_000;

function state(fields: Partial<AgentState>, socketConnection = true): AgentState {
  return Object.assign(new AgentState({ heartbeatPeriodMs: PERIOD_MS, socketConnection }), fields);
}

const WELL = { isLeading: true, memberName: 'edge', tunnelSessions: 1, lastHeartbeatMs: 0 };

suite('an agent is ready', () => {
  for (const [what, subject, isReady, reason] of [
    ['when all is well', state(WELL), true, /edge/],
    ['while another replica works', state({}), true, /another replica/],
    ['not before it is registered', state({ isLeading: true, problem: 'why' }), false, /why/],
    ['not without its tunnel', state({ ...WELL, tunnelSessions: 0 }), false, /tunnel/],
    ['without a tunnel that it does not need', state({ ...WELL, tunnelSessions: 0 }, false), true, /edge/],
    ['not before the first heartbeat', state({ ...WELL, lastHeartbeatMs: undefined }), false, /heartbeat/],
    ['not when heartbeats are missing', state({ ...WELL, lastHeartbeatMs: -1 }), false, /heartbeat/],
  ] as const) {
    test(what, () => {
      const readiness = subject.readiness(3 * PERIOD_MS);
      assert.equal(readiness.isReady, isReady);
      assert.match(readiness.reason, reason);
    });
  }
});
