import type { GroupVersionResource } from '../group-version.ts';

export const APPS_GROUP = 'apps.clusternet.io';
export const APPS_API_VERSION = 'apps.clusternet.io/v1alpha1';

export const SUBSCRIPTIONS = appsResource('subscriptions');
export const BASES = appsResource('bases');
export const DESCRIPTIONS = appsResource('descriptions');
export const LOCALIZATIONS = appsResource('localizations');
export const GLOBALIZATIONS = appsResource('globalizations');
export const MANIFESTS = appsResource('manifests');
export const FEED_INVENTORIES = appsResource('feedinventories');
export const HELM_CHARTS = appsResource('helmcharts');
export const HELM_RELEASES = appsResource('helmreleases');

function appsResource(resource: string): GroupVersionResource {
  return { group: APPS_GROUP, version: 'v1alpha1', resource };
}
