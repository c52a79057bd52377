import { clusternetCrd, type OpenApiSchema } from './custom-resource-definition.ts';
import { CLUSTER_ID, CLUSTER_TYPE, SYNC_MODE } from './shared-schemas.ts';

const DNS_LABEL = '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$';

const SPEC: OpenApiSchema = {
  type: 'object',
  required: ['clusterId'],
  properties: {
    clusterId: CLUSTER_ID,
    clusterType: CLUSTER_TYPE,
    clusterName: {
      description: 'The name that the cluster wants to have in the hub, where names are unique.',
      type: 'string',
      maxLength: 60,
      pattern: DNS_LABEL,
    },
    clusterNamespace: {
      description:
        "The namespace of the hub that the cluster wants to have. By default made of the cluster's name.",
      type: 'string',
      maxLength: 63,
      pattern: DNS_LABEL,
    },
    clusterLabels: {
      description: 'Labels that the ManagedCluster begins with.',
      type: 'object',
      additionalProperties: { type: 'string' },
    },
    syncMode: { ...SYNC_MODE, default: 'Pull' },
  },
};

const STATUS: OpenApiSchema = {
  type: 'object',
  properties: {
    result: {
      description: 'What became of the request. Empty while it waits.',
      type: 'string',
      enum: ['Approved', 'Denied', 'Failed'],
    },
    errorMessage: { description: 'Why it was not approved.', type: 'string' },
    dedicatedNamespace: { description: "The cluster's namespace in the hub.", type: 'string' },
    managedClusterName: { description: "The name of the cluster's ManagedCluster.", type: 'string' },
    token: {
      description: "The cluster's credential; sealed to the agent's key if the request has one.",
      type: 'string',
      format: 'byte',
    },
    caCertificate: { description: "The hub's CA certificates (PEM).", type: 'string', format: 'byte' },
  },
};

export const CLUSTER_REGISTRATION_REQUEST_CRD = clusternetCrd({
  group: 'clusters.clusternet.io',
  version: 'v1beta1',
  scope: 'Cluster',
  kind: 'ClusterRegistrationRequest',
  plural: 'clusterregistrationrequests',
  shortName: 'clsrr',
  description: 'A request of a cluster to become a member of the hub.',
  columns: [
    { name: 'CLUSTER ID', type: 'string', jsonPath: '.spec.clusterId' },
    { name: 'STATUS', type: 'string', jsonPath: '.status.result' },
    { name: 'AGE', type: 'date', jsonPath: '.metadata.creationTimestamp' },
  ],
  spec: SPEC,
  status: STATUS,
});
