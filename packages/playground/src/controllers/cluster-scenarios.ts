import { disruptionScenarios } from './disruption/disruption-scenarios.ts';
import { endpointScenarios } from './endpoints/endpoint-scenarios.ts';
import { garbageCollectionScenarios } from './garbage-collection/garbage-collection-scenarios.ts';
import { namespaceDeletionScenarios } from './namespaces/namespace-deletion-scenarios.ts';
import { serviceAccountScenarios } from './service-accounts/service-account-scenarios.ts';
import { storageScenarios } from './storage/storage-scenarios.ts';
import type { Scenario } from './scenario.ts';

/** What controllers do that look after the cluster rather than after pods. */
export const clusterScenarios: readonly Scenario[] = [
  ...garbageCollectionScenarios,
  ...namespaceDeletionScenarios,
  ...endpointScenarios,
  ...storageScenarios,
  ...disruptionScenarios,
  ...serviceAccountScenarios,
];
