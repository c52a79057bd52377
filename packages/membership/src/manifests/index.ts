export {
  agentDeployment,
  agentManifests,
  registrationSecret,
  type AgentDeploymentOptions,
  type AgentManifestOptions,
  type AgentRegistration,
} from './agent-manifests.ts';
export { banyanImage } from './banyan-image.ts';
export { bootstrapAccount, bootstrapTokenSecret, type BootstrapToken } from './bootstrap-objects.ts';
export { formatManifests, formatTemplate, parseManifests } from './format-manifests.ts';
export { HUB_NAME, HUB_SECURE_PORT, hubManifests, type HubManifestOptions } from './hub-manifests.ts';
