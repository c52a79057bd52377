import type { KindRow } from './kinds-row.ts';

const meta = { name: 'one' };

export const nodeRow: KindRow = {
  kind: 'Node',
  collection: '/api/v1/nodes',
  minimal: { apiVersion: 'v1', kind: 'Node', metadata: meta },
  accepted: {
    'with taints and an address range': {
      spec: { podCIDR: '10.9.0.0/24', taints: [{ key: 'a', effect: 'NoSchedule' }], unschedulable: true },
    },
  },
  refused: {
    'an address range that is none': { spec: { podCIDR: '10.9.0.0' } },
    'a taint without an effect': { spec: { taints: [{ key: 'a' }] } },
    'one taint twice': {
      spec: {
        taints: [
          { key: 'a', effect: 'NoSchedule' },
          { key: 'a', effect: 'NoSchedule', value: 'b' },
        ],
      },
    },
    'an unknown effect': { spec: { taints: [{ key: 'a', effect: 'NoFun' }] } },
  },
  updates: {
    'the provider may be set once': { spec: { providerID: 'p://1' } },
    'and not changed': { spec: { providerID: 'p://2' } },
    'the address range may be set once': { spec: { podCIDR: '10.9.1.0/24', podCIDRs: ['10.9.1.0/24'] } },
    'and not changed either': { spec: { podCIDR: '10.9.2.0/24', podCIDRs: ['10.9.2.0/24'] } },
    'it can be cordoned': { spec: { unschedulable: true } },
  },
  patches: {
    'a taint': { spec: { taints: [{ key: 'a', effect: 'NoSchedule' }] } },
    'taints are replaced, not merged': { spec: { taints: [{ key: 'b', effect: 'NoExecute' }] } },
  },
};

export const namespaceRow: KindRow = {
  kind: 'Namespace',
  collection: '/api/v1/namespaces',
  minimal: { apiVersion: 'v1', kind: 'Namespace', metadata: meta },
  accepted: {
    'with labels of its own': { metadata: { labels: { team: 'a' }, annotations: { note: 'b' } } },
    'with a finalizer': { spec: { finalizers: ['example.com/keep'] } },
  },
  refused: {
    'a name with dots': { metadata: { name: 'a.b' } },
    'a name too long': { metadata: { name: 'a'.repeat(64) } },
    'a finalizer that is no name': { spec: { finalizers: ['not valid'] } },
  },
  updates: {
    'labels may change': { metadata: { labels: { team: 'b' } } },
    'the name label comes back': { metadata: { labels: { 'kubernetes.io/metadata.name': 'other' } } },
    'the phase is not written here': { status: { phase: 'Terminating' } },
    'nor finalizers': { spec: { finalizers: [] } },
  },
};

export const leaseRow: KindRow = {
  kind: 'Lease',
  collection: '/apis/coordination.k8s.io/v1/namespaces/{namespace}/leases',
  minimal: { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: meta, spec: {} },
  accepted: {
    'that is held': {
      spec: {
        holderIdentity: 'me',
        leaseDurationSeconds: 15,
        acquireTime: '2026-01-02T03:04:05.000006Z',
        renewTime: '2026-01-02T03:04:06.000007Z',
        leaseTransitions: 1,
      },
    },
    'without a spec': { spec: null },
  },
  refused: {
    'a duration of none': { spec: { leaseDurationSeconds: 0 } },
    'negative transitions': { spec: { leaseTransitions: -1 } },
    'a time without microseconds': { spec: { renewTime: 'yesterday' } },
  },
  updates: {
    'everything may change': { spec: { holderIdentity: 'you', leaseDurationSeconds: 1 } },
    'and be let go': { spec: { holderIdentity: null } },
  },
};

export const serviceAccountRow: KindRow = {
  kind: 'ServiceAccount',
  collection: '/api/v1/namespaces/{namespace}/serviceaccounts',
  minimal: { apiVersion: 'v1', kind: 'ServiceAccount', metadata: meta },
  accepted: {
    'with secrets': { secrets: [{ name: 's' }], imagePullSecrets: [{ name: 'p' }] },
    'that mounts nothing': { automountServiceAccountToken: false },
  },
  refused: { 'a name with capitals': { metadata: { name: 'Robot' } } },
  updates: { 'secrets may change': { secrets: [{ name: 't' }] } },
  patches: {
    'a pull secret': { imagePullSecrets: [{ name: 'p' }] },
    'another, merged by name': { imagePullSecrets: [{ name: 'q' }] },
    'one deleted': { imagePullSecrets: [{ name: 'p', $patch: 'delete' }] },
  },
};

const involved = { kind: 'Pod', namespace: '{namespace}', name: 'p', apiVersion: 'v1' };

export const eventRow: KindRow = {
  kind: 'Event',
  collection: '/api/v1/namespaces/{namespace}/events',
  minimal: { apiVersion: 'v1', kind: 'Event', metadata: meta, involvedObject: involved },
  accepted: {
    'that is counted': {
      type: 'Warning',
      reason: 'Failed',
      message: 'it did',
      count: 3,
      firstTimestamp: '2026-01-01T00:00:00Z',
      lastTimestamp: '2026-01-01T00:01:00Z',
      source: { component: 'test' },
    },
  },
  refused: {
    'about another namespace': { involvedObject: { namespace: 'elsewhere' } },
    'about a cluster-scoped object outside default': { involvedObject: { kind: 'Node', namespace: null } },
  },
  updates: { 'the count may change': { count: 4 } },
};

export const newEventRow: KindRow = {
  kind: 'Event',
  topic: 'events.k8s.io',
  collection: '/apis/events.k8s.io/v1/namespaces/{namespace}/events',
  minimal: {
    apiVersion: 'events.k8s.io/v1',
    kind: 'Event',
    metadata: meta,
    eventTime: '2026-01-01T00:00:00.000000Z',
    reportingController: 'example.com/test',
    reportingInstance: 'test-1',
    action: 'Testing',
    reason: 'Because',
    type: 'Normal',
    regarding: involved,
    note: 'a note',
  },
  accepted: {
    'in a series': { series: { count: 2, lastObservedTime: '2026-01-01T00:00:05.000000Z' } },
  },
  refused: {
    'no time': { eventTime: null },
    'no controller': { reportingController: null },
    'a controller that is no name': { reportingController: 'A B' },
    'no action, no reason': { action: null, reason: null },
    'an unknown type': { type: 'Gossip' },
    'a note too long': { note: 'x'.repeat(1025) },
    'a series of one': { series: { count: 1, lastObservedTime: '2026-01-01T00:00:05.000000Z' } },
    'fields of the old kind': { deprecatedCount: 1 },
  },
  updates: {
    'the series may begin': { series: { count: 2, lastObservedTime: '2026-01-01T00:00:05.000000Z' } },
    'the note cannot change': { note: 'another' },
    'the reason cannot change': { reason: 'Other' },
  },
};

/** Base64 of the PEM of a request for /O=people/CN=someone, whose key nobody has. */
export const CERTIFICATE_REQUEST =
  'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlIZE1JR0ZBZ0VBTUNNeER6QU5CZ05WQkFvTUJuQmxiM0JzWlRF' +
  'UU1BNEdBMVVFQXd3SGMyOXRaVzl1WlRCWgpNQk1HQnlxR1NNNDlBZ0VHQ0NxR1NNNDlBd0VIQTBJQUJJSzIzL3BjaWYzUUtEa3Ju' +
  'V210NkJaa0hnT2NvYlVECm5IZDBEUGw5ZllTL0d1T1FiMUhvMjZjWkJOeHJMTDFqM2NNNVlHL2JuN3ZSQ1k5bjlvUmQvRFdnQURB' +
  'S0JnZ3EKaGtqT1BRUURBZ05IQURCRUFpQmM4MjFQNTZQOXl1SVEvOVhPcXk2UnJwWUxKeDNTUFl1aVpWMTdPRVlOamdJZwpHb3JS' +
  'Y29aYXVtSHRSMERmdUdKWXcxRHJ2N3JZQ3pkM0FDK1FVL2QrV1o0PQotLS0tLUVORCBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0K';

export const signingRequestRow: KindRow = {
  kind: 'CertificateSigningRequest',
  collection: '/apis/certificates.k8s.io/v1/certificatesigningrequests',
  minimal: {
    apiVersion: 'certificates.k8s.io/v1',
    kind: 'CertificateSigningRequest',
    metadata: meta,
    spec: { signerName: 'example.com/signer', usages: ['client auth'], request: CERTIFICATE_REQUEST },
  },
  accepted: {
    'with a lifetime': { spec: { expirationSeconds: 600, usages: ['digital signature', 'client auth'] } },
  },
  refused: {
    'no request': { spec: { request: null } },
    'a request that is none': { spec: { request: Buffer.from('nothing').toString('base64') } },
    'no signer': { spec: { signerName: null } },
    'a signer without a domain': { spec: { signerName: 'signer' } },
    'an unknown usage': { spec: { usages: ['flying'] } },
    'no usage': { spec: { usages: null } },
    'a lifetime too short': { spec: { expirationSeconds: 1 } },
  },
  updates: {
    'the spec is kept as it was': { spec: { usages: ['server auth'] } },
    'labels may change': { metadata: { labels: { a: 'b' } } },
  },
};
