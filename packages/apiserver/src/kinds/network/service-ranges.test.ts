import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nextFree, serviceRanges, type NumberRange } from './service-ranges.ts';

/** Everything that a range gives, in its order. */
function all(range: NumberRange): string[] {
  const taken = new Set<string>();
  const given: string[] = [];
  for (let next = nextFree(range, taken); next !== undefined; next = nextFree(range, taken))
    given.push(range.print(next));
  return given;
}

describe('what Services are given out of', () => {
  it('leaves the start of the ranges to those who choose themselves', () => {
    const { addresses, ports } = serviceRanges();
    assert.equal(addresses.print(nextFree(addresses, new Set()) ?? 0), '10.96.1.0');
    assert.equal(nextFree(ports, new Set()), 30_086);
  });

  it('is given out to the last one, and none twice', () => {
    const { addresses, ports } = serviceRanges({
      clusterIps: '10.7.0.0/26',
      nodePorts: { min: 31_000, max: 31_063 },
    });
    const given = all(addresses);
    assert.equal(given[0], '10.7.0.16');
    assert.deepEqual([given.length, new Set(given).size], [61, 61]);
    assert.ok(['10.7.0.0', '10.7.0.1', '10.7.0.63'].every((host) => !given.includes(host)));
    assert.equal(all(ports)[0], '31016');
    assert.equal(all(ports).length, 64);
  });

  it('is not given out again at once when it was given back', () => {
    const { ports } = serviceRanges();
    const first = nextFree(ports, new Set());
    assert.notEqual(nextFree(ports, new Set()), first);
  });

  it('may be as small as two addresses and one port', () => {
    const { addresses, ports } = serviceRanges({
      clusterIps: '10.7.0.0/30',
      nodePorts: { min: 31_000, max: 31_000 },
    });
    assert.deepEqual([all(addresses), all(ports)], [['10.7.0.2'], ['31000']]);
  });

  it('knows its own', () => {
    const { offsetOf } = serviceRanges({ clusterIps: '10.7.0.0/24' });
    const offsets = ['10.7.0.9', '10.8.0.9', 'fd00::9'].map((address) => offsetOf(address));
    assert.deepEqual(offsets, [9, undefined, undefined]);
  });

  for (const clusterIps of ['fd00::/108', '10.7.0.1/16', '10.7.0.0/31', 'x', ''])
    it(`is not ${clusterIps}`, () =>
      assert.throws(() => serviceRanges({ clusterIps }), /no range of IPv4 addresses/));

  for (const [min, max] of [
    [0, 5],
    [5, 4],
    [1, 65_536],
    [Number.NaN, 5],
  ] as const)
    it(`is not from port ${min} to ${max}`, () =>
      assert.throws(() => serviceRanges({ nodePorts: { min, max } }), /no range of node ports/));
});
