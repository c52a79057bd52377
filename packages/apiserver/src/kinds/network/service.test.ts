import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { KubeObject } from '@banyan/api';
import type { ApiError } from '../../errors/api-error.ts';
import type { ResourceStrategy, WriteContext } from '../../registry/served-resource.ts';
import type { KindEnvironment } from '../kind-environment.ts';
import { strategyOf } from '../kind-strategy.ts';
import type { Service, ServiceSpec } from './service-spec.ts';
import { serviceRules } from './service.ts';

const CONTEXT: WriteContext = {
  user: { name: 'admin', groups: [], extra: {} },
  now: () => new Date('2026-01-01T00:00:00Z'),
  dryRun: false,
};

/** A cluster with nothing but Services, by name. */
function cluster(): { kept: Map<string, KubeObject>; strategy: ResourceStrategy } {
  const kept = new Map<string, KubeObject>();
  const environment: KindEnvironment = {
    find: (_of, { name }) => kept.get(name),
    list: () => kept.values(),
    nameSuffix: () => 'xxxxx',
  };
  return { kept, strategy: strategyOf(serviceRules(environment)) };
}

/** A create up to the moment in which it would be kept. */
function begin(strategy: ResourceStrategy, name: string, spec: ServiceSpec, dryRun = false): Service {
  const metadata = { name, namespace: 'default', uid: `uid-of-${name}` };
  const draft: Service = { apiVersion: 'v1', kind: 'Service', metadata, spec: structuredClone(spec) };
  strategy.applyDefaults(draft);
  strategy.prepareForCreate(draft, CONTEXT);
  assert.deepEqual(strategy.validateCreate(draft), []);
  strategy.allocate?.(draft, undefined, dryRun);
  return draft;
}

function change(strategy: ResourceStrategy, old: Service, spec: ServiceSpec): Service {
  old.metadata.resourceVersion = '1';
  const draft: Service = { ...structuredClone(old), spec: structuredClone(spec) };
  strategy.applyDefaults(draft);
  strategy.prepareForUpdate(draft, old, CONTEXT);
  assert.deepEqual(strategy.validateUpdate(draft, old), []);
  strategy.allocate?.(draft, old, false);
  return draft;
}

const PORTS = [{ port: 80 }];

function refusal(write: () => unknown): string {
  try {
    write();
  } catch (error) {
    return String((error as ApiError).status.message);
  }
  return 'accepted';
}

describe('addresses and node ports of Services', () => {
  it('are not given to two creates that are under way at once', () => {
    const { strategy } = cluster();
    const one = begin(strategy, 'one', { type: 'NodePort', ports: PORTS });
    const two = begin(strategy, 'two', { type: 'NodePort', ports: PORTS });
    assert.notEqual(one.spec.clusterIP, two.spec.clusterIP);
    assert.notEqual(one.spec.ports?.[0]?.nodePort, two.spec.ports?.[0]?.nodePort);
    assert.deepEqual(one.spec.clusterIPs, [one.spec.clusterIP]);
  });

  it('are refused while a create that asked for them is under way, and free once it was refused', () => {
    const { strategy } = cluster();
    const asked = { clusterIP: '10.96.0.9', ports: PORTS };
    const one = begin(strategy, 'one', asked);
    assert.match(
      refusal(() => begin(strategy, 'two', asked)),
      /already allocated/,
    );
    strategy.release?.(one);
    assert.equal(begin(strategy, 'two', asked).spec.clusterIP, '10.96.0.9');
  });

  it('are free as soon as the Service that had them is kept without them', () => {
    const { kept, strategy } = cluster();
    const asked: ServiceSpec = { type: 'NodePort', ports: [{ port: 80, nodePort: 30_001 }] };
    const one = begin(strategy, 'one', asked);
    kept.set('one', one);
    strategy.release?.(one);
    const plain = change(strategy, one, { ...one.spec, type: 'ClusterIP' });
    assert.match(
      refusal(() => begin(strategy, 'two', asked)),
      /provided port is already allocated/,
    );
    kept.set('one', plain);
    strategy.release?.(plain);
    assert.equal(begin(strategy, 'two', asked).spec.ports?.[0]?.nodePort, 30_001);
  });

  it('are held by the second of two updates that are under way when the first has landed', () => {
    const { kept, strategy } = cluster();
    const one = begin(strategy, 'one', { ports: PORTS });
    kept.set('one', one);
    strategy.release?.(one);
    const first = change(strategy, one, { ...one.spec, type: 'NodePort' });
    const ports = [{ port: 80, nodePort: 30_002 }];
    const second = change(strategy, first, { ...first.spec, ports });
    kept.set('one', first);
    strategy.release?.(first);
    const asked: ServiceSpec = { type: 'NodePort', ports };
    assert.match(
      refusal(() => begin(strategy, 'two', asked)),
      /provided port is already allocated/,
    );
    strategy.release?.(second);
    assert.equal(begin(strategy, 'two', asked).spec.ports?.[0]?.nodePort, 30_002);
  });

  it('are kept by a Service that is replaced by a manifest that does not name them', () => {
    const { kept, strategy } = cluster();
    const manifest: ServiceSpec = { type: 'NodePort', ports: PORTS };
    const one = begin(strategy, 'one', manifest);
    kept.set('one', one);
    assert.deepEqual(change(strategy, one, manifest).spec, one.spec);
  });

  it('are chosen, but not taken, by a dry run', () => {
    const { strategy } = cluster();
    const asked = { clusterIP: '10.96.0.9', ports: PORTS };
    begin(strategy, 'one', asked, true);
    assert.equal(begin(strategy, 'two', asked).spec.clusterIP, '10.96.0.9');
  });

  it('stand for others in a dry run, where nobody looks for free ones', () => {
    const { strategy } = cluster();
    const draft: Service = {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'one', namespace: 'default', uid: 'u' },
      spec: { type: 'NodePort', ports: [{ port: 80, nodePort: 1 }, { port: 81 }] },
    };
    strategy.applyDefaults(draft);
    strategy.prepareForCreate(draft, { ...CONTEXT, dryRun: true });
    assert.equal(draft.spec.clusterIP, '10.96.0.0');
    assert.deepEqual(
      draft.spec.ports?.map(({ nodePort }) => nodePort),
      [1, 2],
    );
  });

  it('are one node port for one number in two protocols', () => {
    const { strategy } = cluster();
    const ports = [
      { name: 'udp', port: 53, protocol: 'UDP' },
      { name: 'tcp', port: 53 },
    ];
    const { spec } = begin(strategy, 'dns', { type: 'NodePort', ports });
    assert.equal(spec.ports?.[0]?.nodePort, spec.ports?.[1]?.nodePort);
  });

  it('come with a port for health checks where a balancer asks nodes', () => {
    const { strategy } = cluster();
    const spec = { type: 'LoadBalancer', externalTrafficPolicy: 'Local', ports: PORTS };
    const { healthCheckNodePort = 0 } = begin(strategy, 'one', spec).spec;
    assert.ok(healthCheckNodePort >= 30_000, String(healthCheckNodePort));
  });
});
