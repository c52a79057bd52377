import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textFormat } from './text-formats.ts';

const CASES: Readonly<Record<string, { readonly of: readonly string[]; readonly not: readonly string[] }>> = {
  date: { of: ['2024-02-29'], not: ['2023-02-29', '2026-1-01', '2026-00-01', ''] },
  'date-time': {
    of: ['2026-01-31T10:00:00Z', '2026-01-31t23:59:59.123+01:00', '2026-01-31T10:00:00z'],
    not: ['2026-01-31', '2026-01-31T24:00:00Z', '2026-01-31T10:00:60Z', '2026-01-31T10:00:00', 'T'],
  },
  duration: { of: ['5m', '1.5h', '-2s', '0', '2 days', '1 week 3 hours'], not: ['', '5', 'm', '5 parsecs'] },
  email: { of: ['a@b', 'Some One <a@b.c>', '"x y"@b'], not: ['a', '@b', 'a@', 'a@b@c', 'a b@c'] },
  hostname: {
    of: ['a', 'a.example', 'ä.example'],
    not: ['-a', 'a_b', 'a.b-', '', `${'a'.repeat(64)}.example`],
  },
  ipv4: { of: ['10.0.0.1', '010.0.0.1', '::ffff:1.2.3.4'], not: ['10.0.0', '::1', '1.2.3.256'] },
  ipv6: { of: ['::1', 'fd00::1'], not: ['10.0.0.1', 'fe80::1%eth0', ':::'] },
  cidr: { of: ['10.0.0.0/8', '10.1.2.3/8', '::/0'], not: ['10.0.0.0', '10.0.0.0/33', '/8'] },
  mac: {
    of: ['00:00:5e:00:53:01', '00-00-5e-00-53-01', '0000.5e00.5301'],
    not: ['00:00', '00:00:5e:00:53:0g', ''],
  },
  uri: {
    of: ['https://b.example/', '/path', 'mailto:x', 'http://[::1]:80/'],
    not: ['no uri', '', 'http://a b/', '/%zz'],
  },
  uuid: { of: ['6BA7B810-9dad-11d1-80b4-00c04fd430c8', '6ba7b8109dad11d180b400c04fd430c8'], not: ['123'] },
  uuid4: { of: ['6ba7b810-9dad-41d1-80b4-00c04fd430c8'], not: ['6ba7b810-9dad-11d1-80b4-00c04fd430c8'] },
  byte: { of: ['YQ==', 'YWI=', 'YWJj'], not: ['*', 'YQ', '', 'YQ=='.repeat(2)] },
  isbn: { of: ['0321751043', '978-0321751041'], not: ['0321751044', '9780321751042'] },
  creditcard: { of: ['4111 1111 1111 1111'], not: ['4111 1111 1111 1112', '1'] },
  ssn: { of: ['111-22-3333'], not: ['111223333'] },
  hexcolor: { of: ['#fff', 'ABCDEF'], not: ['#ffff'] },
  rgbcolor: { of: ['rgb(1, 2,255)'], not: ['rgb(1,2,256)'] },
  bsonobjectid: { of: ['507f1f77bcf86cd799439011'], not: ['507f'] },
  'k8s-short-name': { of: ['a-b'], not: ['a.b', 'A'] },
  'k8s-long-name': { of: ['a.b'], not: ['a..b'] },
  password: { of: ['', 'anything'], not: [] },
};

for (const [format, { of, not }] of Object.entries(CASES)) {
  void test(`texts that are ${format}, and that are not`, () => {
    const isOfFormat = textFormat(format) ?? assert.fail('not known');
    for (const text of of) assert.ok(isOfFormat(text), text);
    for (const text of not) assert.ok(!isOfFormat(text), text);
  });
}

void test('a format that nobody knows is none', () => {
  assert.equal(textFormat('colour'), undefined);
});

void test('no text of a mebibyte takes long', () => {
  const long = ['1', 'a', '1 ', 'a.', ':', '-', '="', '%'].map((part) => part.repeat(1 << 19));
  const begin = performance.now();
  for (const format of Object.keys(CASES)) for (const text of long) textFormat(format)?.(text);
  assert.ok(performance.now() - begin < 20_000);
});
