import assert from 'node:assert/strict';
import type { KubeObject } from '@banyan/api';
import type { Namespace } from '@banyan/api/objects';
import { becomes, core, edit, goes, grouped, newNamespace, post, read, type Scenario } from '../scenario.ts';
import { defineThings } from '../scenario-definition.ts';

const HOLD = 'example.test/hold';

export const namespaceDeletionScenarios: readonly Scenario[] = [
  {
    name: 'a namespace goes with everything in it',
    run: async (cluster) => {
      const ns = await newNamespace(cluster, 'ns-plain');
      await post(cluster, core(ns, 'configmaps'), { metadata: { name: 'one' } });
      await post(cluster, core(ns, 'secrets'), { metadata: { name: 'two' } });
      await post(cluster, core(ns, 'pods'), {
        metadata: { name: 'three' },
        spec: { terminationGracePeriodSeconds: 1, containers: [{ name: 'c', image: 'i' }] },
      });
      await cluster.json('DELETE', `/api/v1/namespaces/${ns}`);
      await goes(cluster, `/api/v1/namespaces/${ns}`);
    },
  },
  {
    name: 'a namespace takes custom resources with it',
    run: async (cluster) => {
      const ns = await newNamespace(cluster, 'ns-custom');
      const things = await defineThings(cluster, 'ns.example.test');
      const path = grouped(things, ns, 'things');
      await post(cluster, path, { apiVersion: things, kind: 'Thing', metadata: { name: 'one' } });
      await cluster.json('DELETE', `/api/v1/namespaces/${ns}`);
      await goes(cluster, `/api/v1/namespaces/${ns}`);
      assert.equal(await read(cluster, `${path}/one`), undefined);
    },
  },
  {
    name: 'a namespace waits for finalizers, and says whose',
    run: async (cluster) => {
      const ns = await newNamespace(cluster, 'ns-held');
      await post(cluster, core(ns, 'configmaps'), { metadata: { name: 'held', finalizers: [HOLD] } });
      await cluster.json('DELETE', `/api/v1/namespaces/${ns}`);
      const held = await becomes<Namespace>(
        cluster,
        `/api/v1/namespaces/${ns}`,
        ({ status }) =>
          status?.conditions?.find(({ type }) => type === 'NamespaceContentRemaining')?.status === 'True',
      );
      assert.equal(held.status?.phase, 'Terminating');
      const said = held.status?.conditions?.map(({ type, status, reason, message }) => [
        type,
        status,
        reason,
        message,
      ]);
      assert.deepEqual(said, HELD_CONDITIONS);
      await edit(cluster, core(ns, 'configmaps', 'held'), unhold);
      await goes(cluster, `/api/v1/namespaces/${ns}`);
    },
  },
  {
    name: 'a namespace that is empty waits for its own finalizers',
    run: async (cluster) => {
      const ns = 'ns-own';
      await newNamespace(cluster, ns);
      const path = `/api/v1/namespaces/${ns}`;
      await edit(cluster, path, ({ metadata }) => void (metadata.finalizers = [HOLD]));
      await cluster.json('DELETE', path);
      const empty = await becomes<Namespace>(
        cluster,
        path,
        ({ spec, metadata }) => metadata.deletionTimestamp !== undefined && spec?.finalizers === undefined,
      );
      assert.deepEqual(empty.metadata.finalizers, [HOLD]);
      await edit(cluster, path, unhold);
      await goes(cluster, path);
    },
  },
];

const unhold = (draft: KubeObject) => void (draft.metadata.finalizers = []);

const HELD_CONDITIONS = [
  [
    'NamespaceDeletionDiscoveryFailure',
    'False',
    'ResourcesDiscovered',
    'All resources successfully discovered',
  ],
  [
    'NamespaceDeletionGroupVersionParsingFailure',
    'False',
    'ParsedGroupVersions',
    'All legacy kube types successfully parsed',
  ],
  [
    'NamespaceDeletionContentFailure',
    'False',
    'ContentDeleted',
    'All content successfully deleted, may be waiting on finalization',
  ],
  [
    'NamespaceContentRemaining',
    'True',
    'SomeResourcesRemain',
    'Some resources are remaining: configmaps. has 1 resource instances',
  ],
  [
    'NamespaceFinalizersRemaining',
    'True',
    'SomeFinalizersRemain',
    `Some content in the namespace has finalizers remaining: ${HOLD} in 1 resource instances`,
  ],
];
