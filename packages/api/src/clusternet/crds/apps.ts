import type { CustomResourceDefinition } from './custom-resource-definition.ts';
import { descriptionDefinition, feedInventoryDefinition, manifestDefinition } from './apps-description.ts';
import { helmChartDefinition, helmReleaseDefinition } from './apps-helm.ts';
import { globalizationDefinition, localizationDefinition } from './apps-override.ts';
import { baseDefinition, subscriptionDefinition } from './apps-subscription.ts';

/** The definitions of `apps.clusternet.io`. They are shared: not to be changed. */
export const APPS_CRDS: readonly CustomResourceDefinition[] = [
  subscriptionDefinition(),
  baseDefinition(),
  descriptionDefinition(),
  localizationDefinition(),
  globalizationDefinition(),
  manifestDefinition(),
  feedInventoryDefinition(),
  helmChartDefinition(),
  helmReleaseDefinition(),
];
