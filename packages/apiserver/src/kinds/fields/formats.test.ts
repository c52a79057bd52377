import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  addressBits,
  cidr,
  cidrWarnings,
  ipAddress,
  ipFamily,
  isSloppyIp,
  parseCidr,
  strictCidr,
  strictIpAddress,
} from './ip-format.ts';
import {
  dns1035Label,
  dns1035Name,
  dnsLabel,
  dnsSubdomain,
  labelName,
  labelValue,
  longName,
  pathSegmentName,
  qualifiedName,
  subdomainName,
  wildcardSubdomain,
} from './name-format.ts';
import {
  cIdentifier,
  configKey,
  envVarName,
  headerName,
  percentage,
  portName,
  portNumber,
  userId,
} from './text-format.ts';

type Format = (value: string) => string[];

const FORMATS: Record<string, { format: Format; good: string[]; bad: string[] }> = {
  'a label': { format: dnsLabel, good: ['a', 'a-1'], bad: ['', 'A', 'a.b', '-a', 'x'.repeat(64)] },
  'a subdomain': { format: dnsSubdomain, good: ['a', 'a.b-c.d'], bad: ['', 'a..b', 'a_b', 'x'.repeat(254)] },
  'a label that starts with a letter': { format: dns1035Label, good: ['a1'], bad: ['1a', 'A'] },
  'a wildcard': { format: wildcardSubdomain, good: ['*.a.b'], bad: ['*', 'a.*', '*.*.a'] },
  'a qualified name': {
    format: qualifiedName,
    good: ['a', 'A_b.c', 'x.y/z'],
    bad: ['', '/a', 'a/', 'a/b/c', 'a b'],
  },
  'an address in its only form': {
    format: strictIpAddress,
    good: ['10.0.0.1', 'fd00::1'],
    bad: ['FD00::1', 'fd00:0::1', '010.0.0.1', '::ffff:1.2.3.4', 'x'],
  },
  'a range in its only form': {
    format: strictCidr,
    good: ['10.0.0.0/8', 'fd00::/8'],
    bad: ['FD00::/8', '10.0.0.1/8', '10.0.0.0/08', '10.0.0.0'],
  },
  'a label’s value': { format: labelValue, good: ['', 'A-b'], bad: ['a b', '-a', 'x'.repeat(64)] },
  'a key of a ConfigMap': { format: configKey, good: ['a.b', '_'], bad: ['', 'a b', '.', '..', '..a'] },
  'a variable': { format: envVarName, good: ['A', '1', 'a b', 'a.b'], bad: ['', 'a=b', 'ü', '\n'] },
  'a port’s name': {
    format: portName,
    good: ['web', 'a-1'],
    bad: ['', '80', 'a--b', '-a', 'Web', 'x'.repeat(16)],
  },
  'a percentage': { format: percentage, good: ['0%', '120%'], bad: ['', '5', '%', '-1%'] },
  'a header': { format: headerName, good: ['X-A'], bad: ['', 'a b'] },
  'an identifier': { format: cIdentifier, good: ['_a1'], bad: ['1a', ''] },
  'an address': {
    format: ipAddress,
    good: ['1.2.3.4', '::1', 'FE80::1'],
    bad: ['', '1.2.3', '01.2.3.4', '::ffff:1.2.3.4', '1.2.3.4/8'],
  },
  'a network': {
    format: cidr,
    good: ['10.0.0.0/8', '::/0', '2001:db8::/32'],
    bad: ['10.0.0.1/8', '10.0.0.0', '10.0.0.0/33', '10.0.0.0/08', '010.0.0.0/8', '::ffff:1.2.3.0/120', 'x/8'],
  },
};

for (const [what, { format, good, bad }] of Object.entries(FORMATS))
  describe(what, () => {
    for (const value of good)
      it(`may be ${JSON.stringify(value)}`, () => assert.deepEqual(format(value), []));
    for (const value of bad)
      it(`may not be ${JSON.stringify(value)}`, () => assert.ok(format(value).length > 0));
  });

describe('names of objects', () => {
  it('may end in a dash while more will follow', () => {
    for (const rule of [subdomainName, labelName, dns1035Name]) {
      assert.deepEqual(rule('a-', true), []);
      assert.equal(rule('a-', false).length, 1);
    }
  });

  it('may be anything that can stand in a path', () => {
    assert.deepEqual(pathSegmentName('Any thing:x', false), []);
    assert.deepEqual(pathSegmentName('..', false), ["may not be '..'"]);
    assert.deepEqual(pathSegmentName('a/b%', false), ["may not contain '/'", "may not contain '%'"]);
  });

  it('are too long in characters, or in bytes where the rules are newer', () => {
    const name = 'x'.repeat(254);
    assert.deepEqual(subdomainName(name, false), ['must be no more than 253 characters']);
    assert.deepEqual(longName(name, false), ['must be no more than 253 bytes']);
  });
});

describe('numbers', () => {
  it('of ports and of users are bounded', () => {
    assert.deepEqual(portNumber(65_536), ['must be between 1 and 65535, inclusive']);
    assert.deepEqual(userId(2_147_483_648), ['must be between 0 and 2147483647, inclusive']);
    assert.deepEqual([...portNumber(1), ...userId(0)], []);
  });

  it('of addresses are their bits', () => {
    assert.equal(addressBits('0.0.1.2'), 258n);
    assert.equal(addressBits('::1:0'), 65_536n);
    assert.equal(addressBits('::1.2.3.4'), 0x01_02_03_04n);
    assert.deepEqual([ipFamily('1.2.3.4'), ipFamily('::/0')], ['IPv4', 'IPv6']);
  });
});

describe('ranges of addresses', () => {
  it('have what is in them, of their own family', () => {
    const [range, all] = [parseCidr('10.1.0.0/16'), parseCidr('::/0')];
    const inRange = ['10.1.255.255', '10.2.0.0', '::a01:0'].map((address) => range?.contains(address));
    assert.deepEqual(inRange, [true, false, false]);
    assert.deepEqual([all?.contains('fd00::1'), all?.contains('10.0.0.1')], [true, false]);
  });

  it('are read as what they say, zeros and all; what is none is none', () => {
    assert.equal(parseCidr('010.1.2.3/016')?.contains('10.1.0.9'), true);
    for (const none of ['10.0.0.0', '10.0.0.0/33', '10.0.0.0/-1', '/8', 'a/b/c', '::/129'])
      assert.equal(parseCidr(none), undefined, none);
  });

  it('of IPv6 should be written in one way', () => {
    assert.deepEqual(cidrWarnings('fd00::/8', 'f'), []);
    assert.deepEqual(cidrWarnings('10.0.0.0/8', 'f'), []);
    assert.match(cidrWarnings('FD00::/8', 'f')[0] ?? '', /^f: IPv6 CIDR value "FD00::\/8" should be/);
  });
});

describe('what would do as an address', () => {
  it('is known by its digits', () => {
    assert.deepEqual(['010.0.0.1', 'fd00::1', 'a.example', 'fe80::1%eth0', ''].map(isSloppyIp), [
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
