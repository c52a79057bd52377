export { aggregatedStatusOf } from './aggregated-statuses.ts';
export { baseOfSubscription } from './base-of-subscription.ts';
export { placementOfStatus, specHash, statusOfPlacement } from './binding-status.ts';
export {
  descriptionsOfWork,
  marksOfBase,
  objectsOfDescription,
  type DescriptionRequest,
} from './descriptions-of-work.ts';
export { feedInventoryOf, workloadsOfInventory } from './feed-inventory-of.ts';
export { feedOverridesOf, overridesFor, setsFor, type FeedOverrides } from './feed-overrides.ts';
export { intentOfSubscription, unsupportedIn } from './intent-of-subscription.ts';
export { manifestStatusOf, observedObjects } from './manifest-statuses.ts';
export { memberOfCluster } from './member-of-cluster.ts';
export { policiesOfAnnotations } from './policies-of-annotations.ts';
export { resolveFeed, type ResolvedFeed } from './resolve-feed.ts';
export { shareLocalizations } from './share-localizations.ts';
