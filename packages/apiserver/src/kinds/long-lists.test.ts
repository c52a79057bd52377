import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EMPTY_ENVIRONMENT } from './kind-environment.ts';
import { serviceRules } from './network/service.ts';
import { podWarnings } from './pod/pod-warnings.ts';
import type { PodTemplateSpec } from './pod/pod-spec.ts';
import { validateSpread } from './pod/scheduling-validation.ts';
import { csiDriverRules } from './storage/csi-driver.ts';
import { csiNodeRules } from './storage/csi-node.ts';
import { storageClassRules } from './storage/storage-class.ts';
import { tryCreate } from './try-write.ts';

/** About what a body of three mebibytes can hold. Work that grows with the square of it would not end in a minute. */
const MANY = 100_000;
const HANGS = { timeout: 60_000 };

function many<T>(make: (i: number) => T): T[] {
  return Array.from({ length: MANY }, (_, i) => make(i));
}

describe('a list as long as a body can be', () => {
  it('of ports of a Service is answered', HANGS, () => {
    const spec = { ports: many((i) => ({ name: `p${i}`, port: (i % 65_535) + 1 })) };
    const twins = MANY - 65_535;
    assert.equal(tryCreate(serviceRules(EMPTY_ENVIRONMENT), { spec }).causes.length, twins);
  });

  it('of topology keys of a CSINode is answered', HANGS, () => {
    const driver = { name: 'd.example', nodeID: 'n', topologyKeys: many((i) => `k${i}`) };
    assert.deepEqual(tryCreate(csiNodeRules, { spec: { drivers: [driver] } }).causes, []);
  });

  it('of tokens of a CSIDriver is answered', HANGS, () => {
    const tokenRequests = many((i) => ({ audience: `a${i}` }));
    assert.deepEqual(tryCreate(csiDriverRules, { spec: { tokenRequests } }).causes, []);
  });

  it('of empty topologies of a StorageClass is answered, without telling of each pair', HANGS, () => {
    const { causes } = tryCreate(storageClassRules, {
      provisioner: 'p',
      allowedTopologies: many(() => ({})),
    });
    assert.equal(causes.length, 1000);
  });

  it('of ports and variables of a container is warned of, without telling of each pair', HANGS, () => {
    const container = {
      name: 'c',
      resources: {},
      ports: many(() => ({ containerPort: 80, protocol: 'TCP' })),
      env: many((i) => ({ name: `E${i}` })),
    };
    const template: PodTemplateSpec = { metadata: {}, spec: { containers: [container] } as never };
    const { length } = podWarnings(template);
    assert.ok(length > 1000 && length < 10_000, String(length));
  });

  it('of spread constraints is answered', HANGS, () => {
    const constraints = many((i) => ({
      maxSkew: 1,
      topologyKey: `k${i}`,
      whenUnsatisfiable: 'DoNotSchedule',
    }));
    assert.deepEqual(validateSpread(constraints, 'spec.x'), []);
  });
});
