const TWO = (value: number) => String(value).padStart(2, '0');

/** As `date +…` does, in UTC. */
export function formatDate(date: Date, format: string): string {
  const name = (option: Intl.DateTimeFormatOptions) =>
    date.toLocaleString('en-US', { ...option, timeZone: 'UTC' });
  const day = `${date.getUTCFullYear()}-${TWO(date.getUTCMonth() + 1)}-${TWO(date.getUTCDate())}`;
  const time = `${TWO(date.getUTCHours())}:${TWO(date.getUTCMinutes())}:${TWO(date.getUTCSeconds())}`;
  const values: Readonly<Record<string, () => string>> = {
    Y: () => String(date.getUTCFullYear()),
    y: () => TWO(date.getUTCFullYear() % 100),
    m: () => TWO(date.getUTCMonth() + 1),
    d: () => TWO(date.getUTCDate()),
    e: () => String(date.getUTCDate()).padStart(2),
    H: () => TWO(date.getUTCHours()),
    M: () => TWO(date.getUTCMinutes()),
    S: () => TWO(date.getUTCSeconds()),
    N: () => `${String(date.getUTCMilliseconds()).padStart(3, '0')}000000`,
    s: () => String(Math.floor(date.getTime() / 1000)),
    F: () => day,
    T: () => time,
    D: () => `${TWO(date.getUTCMonth() + 1)}/${TWO(date.getUTCDate())}/${TWO(date.getUTCFullYear() % 100)}`,
    a: () => name({ weekday: 'short' }),
    A: () => name({ weekday: 'long' }),
    b: () => name({ month: 'short' }),
    B: () => name({ month: 'long' }),
    Z: () => 'UTC',
    z: () => '+0000',
    n: () => '\n',
    '%': () => '%',
  };
  return format.replace(/%(.)/g, (all, letter: string) => values[letter]?.() ?? all);
}
