import type { Pod, StatefulSet } from '@banyan/api/objects';
import { REVISION_LABEL } from './stateful-pod.ts';

/** For tests: a set of one container. */
export function sampleStatefulSet(spec: Partial<StatefulSet['spec']> = {}): StatefulSet {
  return {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name: 'web', namespace: 'default', uid: 'web', generation: 1 },
    spec: {
      replicas: 3,
      selector: { matchLabels: { app: 'web' } },
      template: {
        metadata: { labels: { app: 'web' } },
        spec: { containers: [{ name: 'web', image: 'one' }] },
      },
      ...spec,
    },
  };
}

export type SampleState = 'ready' | 'pending' | 'leaving' | 'failed';

export function samplePod(ordinal: number, state: SampleState, revision = 'old'): Pod {
  const name = `web-${ordinal}`;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      namespace: 'default',
      uid: `${name}-uid`,
      labels: { app: 'web', [REVISION_LABEL]: revision },
      ...(state === 'leaving' && { deletionTimestamp: '2030-01-01T00:00:00Z' }),
    },
    spec: { containers: [] },
    status: {
      phase: state === 'pending' ? 'Pending' : state === 'failed' ? 'Failed' : 'Running',
      conditions: [
        {
          type: 'Ready',
          status: state === 'ready' || state === 'leaving' ? 'True' : 'False',
          lastTransitionTime: '2030-01-01T00:00:00Z',
        },
      ],
    },
  };
}
