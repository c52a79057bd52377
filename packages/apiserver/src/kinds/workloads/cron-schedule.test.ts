import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { scheduleFault } from './cron-schedule.ts';

describe('a schedule', () => {
  const good = [
    '* * * * *',
    '*/5 1-3 1,15 jan-mar MON',
    '? * * * *',
    '5/10 * * * *',
    '@hourly',
    '@every 1h30m',
    ' 0 0 * * 0 ',
    'TZ=UTC 0 0 * * *',
  ];
  for (const schedule of good)
    it(`may be ${schedule}`, () => assert.equal(scheduleFault(schedule), undefined));

  const bad: Record<string, string> = {
    '* * * *': 'expected exactly 5 fields, found 4: [* * * *]',
    '60 * * * *': 'end of range (60) above maximum (59): 60',
    '* * 0 * *': 'beginning of range (0) below minimum (1): 0',
    '5-1 * * * *': 'beginning of range (5) beyond end of range (1): 5-1',
    '*/0 * * * *': 'step of range should be a positive number: */0',
    '1-2-3 * * * *': 'too many hyphens: 1-2-3',
    '1/2/3 * * * *': 'too many slashes: 1/2/3',
    'x * * * *': 'failed to parse int from x: strconv.Atoi: parsing "x": invalid syntax',
    '@never': 'unrecognized descriptor: @never',
    '@every soon': 'failed to parse duration @every soon: time: invalid duration "soon"',
  };
  for (const [schedule, fault] of Object.entries(bad))
    it(`may not be ${schedule}`, () => assert.equal(scheduleFault(schedule), fault));
});
