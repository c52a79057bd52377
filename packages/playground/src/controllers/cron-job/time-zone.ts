/** What clocks on the wall show. */
export interface Zone {
  /** The wall's time, as if it were UTC. */
  wallMs(utcMs: number): number;
}

const UTC: Zone = { wallMs: (utcMs) => utcMs };
const OTHERS = new Map<string, Zone>();

/** Throws for a name that is none. Zones are kept: making one is slow. */
export function zoneOf(name: string): Zone {
  if (name === '' || name === 'UTC' || name === 'Etc/UTC' || name === 'Local') return UTC;
  let zone = OTHERS.get(name);
  if (zone === undefined) OTHERS.set(name, (zone = makeZone(name)));
  return zone;
}

function makeZone(timeZone: string): Zone {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return {
    wallMs: (utcMs) => {
      const part = new Map(format.formatToParts(utcMs).map(({ type, value }) => [type, Number(value)]));
      const { year, month, day, hour, minute, second } = Object.fromEntries(part);
      return Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second);
    },
  };
}
