import { test } from 'node:test';
import { memberLife } from './member-life.ts';
import { startRealFleet } from './real-fleet.ts';

test('members on real Kubernetes, from joining to leaving', (t) => memberLife(t, startRealFleet));
