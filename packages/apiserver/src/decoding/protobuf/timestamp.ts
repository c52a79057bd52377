import { DecodeError } from '../decode-error.ts';
import type { TimeFormat } from '../typed/go-time.ts';
import { WIRE, type WireReader } from './wire-reader.ts';

/** The first second of the year 1, which in Go is "not set", and the last second of the year 9999. */
const FIRST_SECOND = -62_135_596_800;
const LAST_SECOND = 253_402_300_799;

/** Go's zero time, which is nothing where there is no pointer to it. */
export const ZERO_TIME: Readonly<Record<TimeFormat, string>> = {
  seconds: '0001-01-01T00:00:00Z',
  microseconds: '0001-01-01T00:00:00.000000Z',
};

/** A time as JSON has it, from a message of seconds and nanoseconds; Go's zero time if it has neither. */
export function readTimestamp(reader: WireReader, format: TimeFormat): string {
  let seconds: number | bigint = 0;
  let nanos = 0;
  let isSet = false;
  reader.message('Timestamp', (field, wireType) => {
    if (wireType !== WIRE.varint || field > 2) return false;
    if (field === 1) seconds = reader.int64();
    else nanos = reader.int32();
    isSet = true;
    return true;
  });
  if (!isSet) return ZERO_TIME[format];
  return timeText(seconds, format === 'seconds' ? 0 : Math.trunc(nanos / 1000), format);
}

/** Microseconds may be more than a second, and less than none. */
function timeText(seconds: number | bigint, micros: number, format: TimeFormat): string {
  const second = Number(seconds) + Math.floor(micros / 1_000_000);
  if (second < FIRST_SECOND || second > LAST_SECOND)
    throw new DecodeError('Time.MarshalJSON: year outside of range [0,9999]');
  const fraction = micros - Math.floor(micros / 1_000_000) * 1_000_000;
  const text = new Date(second * 1000).toISOString().slice(0, -5);
  return format === 'seconds' ? `${text}Z` : `${text}.${String(fraction).padStart(6, '0')}Z`;
}
