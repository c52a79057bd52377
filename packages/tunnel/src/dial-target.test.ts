import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatAuthority, parseAuthority } from './dial-target.ts';

const WRITTEN = [
  ['10.96.0.1', 443, '10.96.0.1:443'],
  ['kubernetes.default.svc', 443, 'kubernetes.default.svc:443'],
  ['fd00::1', 6443, '[fd00::1]:6443'],
  ['::ffff:10.0.0.1', 1, '[::ffff:10.0.0.1]:1'],
  ['a_b-c.d', 65_535, 'a_b-c.d:65535'],
] as const;

for (const [host, port, authority] of WRITTEN) {
  test(`${authority} is written and read`, () => {
    assert.equal(formatAuthority({ host, port }), authority);
    assert.deepEqual(parseAuthority(authority), { host, port });
  });
}

const UNREADABLE = [
  '',
  'a',
  'a:',
  ':1',
  'a:0',
  'a:65536',
  'a:1:2',
  '[a]:1',
  '[::1]',
  '::1:80',
  'a b:1',
  'u@h:1',
  '[fe80::1%eth0]:1',
  'a:1/x',
  'a:-1',
  'a:1.5',
  'ä:1',
];
for (const authority of UNREADABLE) {
  test(`${JSON.stringify(authority)} is no target`, () => assert.equal(parseAuthority(authority), undefined));
}

test('whatever can be written is read as the same, and nothing else is read', () => {
  const target = fc.record({
    host: fc.oneof(fc.domain(), fc.ipV4(), fc.ipV6(), fc.string()),
    port: fc.integer({ min: -1, max: 70_000 }),
  });
  fc.assert(
    fc.property(target, ({ host, port }) => {
      let authority: string;
      try {
        authority = formatAuthority({ host, port });
      } catch (error) {
        assert.ok(error instanceof TypeError);
        return;
      }
      assert.deepEqual(parseAuthority(authority), { host, port });
    }),
  );
});
