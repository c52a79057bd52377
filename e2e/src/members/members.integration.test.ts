import { test } from 'node:test';
import { memberLife } from './member-life.ts';
import { startPlaygroundFleet } from './playground-fleet.ts';

test('members of the playground, from joining to leaving', (t) => memberLife(t, startPlaygroundFleet));
