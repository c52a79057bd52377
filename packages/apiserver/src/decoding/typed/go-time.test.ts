import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseTime, type TimeFormat } from './go-time.ts';

for (const [text, format, written] of [
  ['2026-01-02T03:04:05Z', 'seconds', '2026-01-02T03:04:05Z'],
  ['2026-01-02T03:04:05.999Z', 'seconds', '2026-01-02T03:04:05Z'],
  ['2026-01-02T03:04:05,5Z', 'seconds', '2026-01-02T03:04:05Z'],
  ['2026-01-02T3:04:05Z', 'seconds', '2026-01-02T03:04:05Z'],
  ['2026-01-01T01:00:00+02:30', 'seconds', '2025-12-31T22:30:00Z'],
  ['2024-02-29T00:00:00-24:00', 'seconds', '2024-03-01T00:00:00Z'],
  ['0000-01-01T00:00:00Z', 'seconds', '0000-01-01T00:00:00Z'],
  ['9999-12-31T23:00:00-02:00', 'seconds', '10000-01-01T01:00:00Z'],
  ['0001-01-01T00:00:00Z', 'seconds', null],
  ['0001-01-01T01:00:00+01:00', 'seconds', null],
  ['2026-01-02T03:04:05.123456Z', 'microseconds', '2026-01-02T03:04:05.123456Z'],
  ['2026-01-02T03:04:05.000001+01:00', 'microseconds', '2026-01-02T02:04:05.000001Z'],
  ['0001-01-01T00:00:00.000000Z', 'microseconds', null],
] satisfies [string, TimeFormat, string | null][]) {
  test(`${text} is written ${written} (${format})`, () => {
    assert.deepEqual(parseTime(text, format), { text: written });
  });
}

const AS_SECONDS = 'as "2006-01-02T15:04:05Z07:00": cannot parse';
for (const [text, format, error] of [
  ['', 'seconds', `parsing time "" ${AS_SECONDS} "" as "2006"`],
  ['yesterday', 'seconds', `parsing time "yesterday" ${AS_SECONDS} "yesterday" as "2006"`],
  ['2026', 'seconds', `parsing time "2026" ${AS_SECONDS} "" as "-"`],
  ['2026-1-02', 'seconds', `parsing time "2026-1-02" ${AS_SECONDS} "1-02" as "01"`],
  ['2026-01-02', 'seconds', `parsing time "2026-01-02" ${AS_SECONDS} "" as "T"`],
  ['2026-01-02T03:04:05', 'seconds', `parsing time "2026-01-02T03:04:05" ${AS_SECONDS} "" as "Z07:00"`],
  ['2026-13-02T03:04:05Z', 'seconds', 'parsing time "2026-13-02T03:04:05Z": month out of range'],
  ['2026-02-29T03:04:05Z', 'seconds', 'parsing time "2026-02-29T03:04:05Z": day out of range'],
  ['2026-01-02T24:04:05Z', 'seconds', 'parsing time "2026-01-02T24:04:05Z": hour out of range'],
  ['2026-01-02T03:60:05Z', 'seconds', 'parsing time "2026-01-02T03:60:05Z": minute out of range'],
  ['2026-01-02T03:04:60Z', 'seconds', 'parsing time "2026-01-02T03:04:60Z": second out of range'],
  [
    '2026-01-02T03:04:05+25:00',
    'seconds',
    'parsing time "2026-01-02T03:04:05+25:00": time zone offset hour out of range',
  ],
  ['2026-01-02T03:04:05Z!', 'seconds', 'parsing time "2026-01-02T03:04:05Z!": extra text: "!"'],
  [
    '"ü',
    'seconds',
    String.raw`parsing time "\"\xc3\xbc" as "2006-01-02T15:04:05Z07:00": cannot parse "\"\xc3\xbc" as "2006"`,
  ],
  [
    '2026-01-02T03:04:05Z',
    'microseconds',
    'parsing time "2026-01-02T03:04:05Z" as "2006-01-02T15:04:05.000000Z07:00": cannot parse "Z" as ".000000"',
  ],
  [
    '2026-01-02T03:04:05.1234567Z',
    'microseconds',
    'parsing time "2026-01-02T03:04:05.1234567Z" as "2006-01-02T15:04:05.000000Z07:00": cannot parse "7Z" as "Z07:00"',
  ],
] satisfies [string, TimeFormat, string][]) {
  test(`${JSON.stringify(text)} is no time in ${format}`, () => {
    assert.deepEqual(parseTime(text, format), { error });
  });
}
