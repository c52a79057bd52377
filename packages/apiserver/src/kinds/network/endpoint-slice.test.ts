import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tryCreate, tryUpdate } from '../try-write.ts';
import { endpointSliceRules } from './endpoint-slice.ts';

const MANAGED_BY = 'endpointslice.kubernetes.io/managed-by';

function slice(address: string, addressType = 'IPv6'): object {
  return { addressType, endpoints: [{ addresses: [address], deprecatedTopology: { a: 'b' } }] };
}

describe('an EndpointSlice', () => {
  it('does not take the topology of older versions', () => {
    const { object } = tryCreate(endpointSliceRules, slice('fd00::1'));
    assert.deepEqual(object['endpoints'], [{ addresses: ['fd00::1'], conditions: {} }]);
  });

  it('has a new generation when its labels change, and none when its annotations do', () => {
    const { object } = tryCreate(endpointSliceRules, slice('fd00::1'));
    const generationAfter = (field: 'annotations' | 'labels') =>
      tryUpdate(endpointSliceRules, object, ({ metadata }) => {
        metadata[field] = { a: 'b' };
      }).object.metadata.generation;
    assert.equal(object.metadata.generation, 1);
    assert.equal(generationAfter('labels'), 2);
    assert.equal(generationAfter('annotations'), 1);
  });

  it('takes IPv6 addresses in one form only, and IPv4 slices say what is wrong with their addresses', () => {
    assert.deepEqual(tryCreate(endpointSliceRules, slice('FD00::0001')).causes, [
      'endpoints[0].addresses[0]: Invalid value: "FD00::0001": must be in canonical form ("fd00::1")',
    ]);
    assert.deepEqual(tryCreate(endpointSliceRules, slice('::ffff:10.0.0.1', 'IPv4')).causes, [
      'endpoints[0].addresses[0]: Invalid value: "::ffff:10.0.0.1": must not be an IPv4-mapped IPv6 address',
    ]);
  });

  it('is warned of names instead of addresses when it is made, and not after', () => {
    const { object, warnings } = tryCreate(endpointSliceRules, slice('a.example', 'FQDN'));
    assert.deepEqual(warnings, ['spec.addressType: FQDN endpoints are deprecated']);
    assert.deepEqual(tryUpdate(endpointSliceRules, object, () => {}).warnings, []);
  });

  it('keeps what older rules accepted as long as its endpoints stay', () => {
    const { object } = tryCreate(endpointSliceRules, slice('127.0.0.1', 'IPv4'));
    const relabelled = tryUpdate(endpointSliceRules, object, ({ metadata }) => {
      metadata.labels = { [MANAGED_BY]: 'me' };
    });
    assert.deepEqual(relabelled.causes, []);
    const changed = tryUpdate(endpointSliceRules, object, (draft) => {
      draft['endpoints'] = [{ addresses: ['127.0.0.2'] }];
    });
    assert.equal(changed.causes.length, 1);
  });
});
