/** The kinds of `apps.clusternet.io`, one file a family. */
export * from './apps-descriptions.ts';
export * from './apps-feeds.ts';
export { fnv1a32 } from './apps-hash.ts';
export * from './apps-helm.ts';
export * from './apps-names.ts';
export * from './apps-overrides.ts';
export * from './apps-resources.ts';
export * from './apps-subscriptions.ts';
