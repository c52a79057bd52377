import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ObjectStore } from '../storage/object-store.ts';
import { memoryPersistence } from '../storage/persistence.ts';
import { resolveService } from './service-address.ts';

const PLACE = { namespace: 'n', name: 's' };
const SERVICE = { spec: { type: 'ClusterIP', ports: [{ name: 'web', port: 443 }] } };
const WEB = { name: 'web', port: 8443 };

const slice = (endpoints: object[], ports: object[] = [WEB]) => ({ endpoints, ports, addressType: 'IPv4' });

async function resolve(tables: Readonly<Record<string, readonly object[]>>, port = 443) {
  const store = await ObjectStore.open(memoryPersistence());
  for (const [table, objects] of Object.entries(tables)) {
    for (const [at, object] of objects.entries()) {
      const name = table === 'endpointslices.discovery.k8s.io' ? `s-${at}` : 's';
      const metadata = { namespace: 'n', name, labels: { 'kubernetes.io/service-name': 's' } };
      const whole = { apiVersion: 'v1', kind: 'X', metadata, ...object };
      await store.write(table, `n/${name}`, () => ({ type: 'put', object: whole }));
    }
  }
  return resolveService(store, { ...PLACE, port });
}

const SLICES = 'endpointslices.discovery.k8s.io';

test('an external name is gone to as it is', async () => {
  const spec = { type: 'ExternalName', externalName: 'backend.example' };
  assert.deepEqual(await resolve({ services: [{ spec }] }), {
    addresses: [{ host: 'backend.example', port: 443 }],
  });
});

test('what has endpoints is reached at those that are ready, on the port that has the name', async () => {
  const endpoints = [
    { addresses: ['10.0.0.1'] },
    { addresses: ['10.0.0.2'], conditions: { ready: false } },
    { addresses: ['10.0.0.3'], conditions: { ready: true } },
  ];
  const headless = { spec: { ...SERVICE.spec, clusterIP: 'None' } };
  for (const service of [SERVICE, headless]) {
    const slices = [slice(endpoints), slice([{ addresses: ['10.0.0.4'] }], [{ name: 'other', port: 1 }])];
    assert.deepEqual(await resolve({ services: [service], [SLICES]: slices }), {
      addresses: [
        { host: '10.0.0.1', port: 8443 },
        { host: '10.0.0.3', port: 8443 },
      ],
    });
  }
});

test('without slices an Endpoints object will do', async () => {
  const subsets = [
    { addresses: [{ ip: '10.0.0.1' }], notReadyAddresses: [{ ip: '10.0.0.2' }], ports: [WEB] },
  ];
  assert.deepEqual(await resolve({ services: [SERVICE], endpoints: [{ subsets }] }), {
    addresses: [{ host: '10.0.0.1', port: 8443 }],
  });
});

test('why a Service leads nowhere is said in the words of the condition', async () => {
  const where = 'service/s in "n"';
  const problems: [string, string, Parameters<typeof resolve>][] = [
    ['ServiceNotFound', `${where} is not present`, [{}]],
    ['ServicePortError', `${where} is not listening on port 80`, [{ services: [SERVICE] }, 80]],
    ['EndpointsNotFound', `cannot find endpointslices for ${where}`, [{ services: [SERVICE] }]],
    [
      'MissingEndpoints',
      `endpointslices for ${where} have no addresses with port name "web"`,
      [
        {
          services: [SERVICE],
          [SLICES]: [slice([{ addresses: ['10.0.0.1'], conditions: { ready: false } }])],
        },
      ],
    ],
    [
      'MissingEndpoints',
      `endpointslices for ${where} have no addresses with port name "web"`,
      [{ services: [SERVICE], endpoints: [{}] }],
    ],
  ];
  for (const [reason, message, of] of problems) {
    assert.deepEqual(await resolve(...of), { problem: { reason, message } });
  }
});
