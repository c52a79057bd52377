import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tryCreate, tryUpdate } from '../try-write.ts';
import { networkPolicyRules } from './network-policy.ts';

const TYPES: [what: string, spec: object, types: string[]][] = [
  ['nothing', {}, ['Ingress']],
  ['rules for what goes out', { egress: [{}] }, ['Ingress', 'Egress']],
  ['its own types', { egress: [{}], policyTypes: ['Egress'] }, ['Egress']],
];

describe('the types of a NetworkPolicy', () => {
  for (const [what, spec, types] of TYPES)
    it(`with ${what} are ${types.join(' and ')}`, () => {
      const { object } = tryCreate(networkPolicyRules, { spec });
      assert.deepEqual((object['spec'] as { policyTypes: string[] }).policyTypes, types);
    });
});

function block(cidr: string, ...except: string[]): object {
  return { spec: { egress: [{ to: [{ ipBlock: { cidr, ...(except.length > 0 && { except }) } }] }] } };
}

const PLACE = 'spec.egress[0].to[0].ipBlock';
const EXCEPTIONS: [cidr: string, except: string, isRefused: boolean][] = [
  ['10.0.0.0/8', '10.1.0.0/16', false],
  ['10.0.0.0/8', '10.0.0.0/8', true],
  ['10.0.0.0/8', '11.0.0.0/16', true],
  ['10.0.0.0/8', 'fd00::/16', true],
  ['fd00::/16', 'fd00:0:1::/48', false],
  ['::/0', 'fd00::/8', false],
];

describe('an exception from a block', () => {
  for (const [cidr, except, isRefused] of EXCEPTIONS)
    it(`of ${except} from ${cidr} is ${isRefused ? 'refused' : 'taken'}`, () => {
      const why = `${PLACE}.except[0]: Invalid value: "${except}": must be a strict subset of \`cidr\``;
      assert.deepEqual(tryCreate(networkPolicyRules, block(cidr, except)).causes, isRefused ? [why] : []);
    });
});

describe('a block', () => {
  it('that older rules accepted stays, in any place', () => {
    const { object } = tryCreate(networkPolicyRules, block('10.0.0.1/8'));
    const moved = tryUpdate(networkPolicyRules, object, (draft) => {
      draft['spec'] = { podSelector: {}, ingress: [{ from: [{ ipBlock: { cidr: '10.0.0.1/8' } }] }] };
    });
    assert.deepEqual(moved.causes, []);
  });

  it('is warned of if it should be written otherwise', () => {
    assert.deepEqual(tryCreate(networkPolicyRules, block('FD00::/8', 'fd00:0::/16')).warnings, [
      `${PLACE}.cidr: IPv6 CIDR value "FD00::/8" should be in RFC 5952 canonical format ("fd00::/8")`,
      `${PLACE}.except[0]: IPv6 CIDR value "fd00:0::/16" should be in RFC 5952 canonical format ("fd00::/16")`,
    ]);
  });
});
