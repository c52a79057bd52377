import type { KubeObject } from '@banyan/api';
import { CLUSTER_ID_LABEL, CREATED_BY_LABEL } from '@banyan/api/clusternet';
import { OLD_AGENT_ROLE } from './old-agent-role.ts';

const NAME = 'banyan-hub-bounds';
const API_VERSION = 'admissionregistration.k8s.io/v1';
const WRITES = ['CREATE', 'UPDATE', 'DELETE'];

/**
 * What roles cannot say. The hub makes accounts, tokens, roles and Secrets in namespaces that nobody knows beforehand, so
 * its role is for all namespaces; this keeps it to those of members. And it tries templates of every kind by a dry run,
 * which a role cannot tell from a create; this lets it create nothing else. So a hub that was broken into cannot make
 * itself a token of `kube-system`, or a pod.
 */
export function hubBounds(namespace: string, account: string): KubeObject[] {
  return [
    {
      apiVersion: API_VERSION,
      kind: 'ValidatingAdmissionPolicy',
      metadata: { name: NAME },
      spec: {
        failurePolicy: 'Fail',
        matchConstraints: { resourceRules: RESOURCE_RULES },
        matchConditions: [
          {
            name: 'by-the-hub',
            expression: `request.userInfo.username == 'system:serviceaccount:${namespace}:${account}'`,
          },
          {
            // Nothing comes of a dry run, but a token does.
            name: 'in-earnest',
            expression:
              "!(has(request.dryRun) && request.dryRun) || (has(request.subResource) && request.subResource != '')",
          },
        ],
        variables: [
          {
            name: 'before',
            expression: "request.operation == 'CREATE' ? object : oldObject",
          },
        ],
        validations: validations(namespace),
      },
    },
    {
      apiVersion: API_VERSION,
      kind: 'ValidatingAdmissionPolicyBinding',
      metadata: { name: NAME },
      spec: { policyName: NAME, validationActions: ['Deny'] },
    },
  ];
}

/** What it creates in earnest, besides what is bounded below. */
const CREATED_GROUPS = [
  'apps.clusternet.io',
  'clusters.clusternet.io',
  'coordination.k8s.io',
  'authentication.k8s.io',
  'authorization.k8s.io',
  'events.k8s.io',
  'discovery.k8s.io',
];
const CREATED_CORE = ['namespaces', 'secrets', 'serviceaccounts', 'configmaps', 'events'];
const CREATED_RBAC = ['roles', 'rolebindings', 'clusterroles', 'clusterrolebindings'];

const RESOURCE_RULES = [
  { apiGroups: ['*'], apiVersions: ['*'], resources: ['*/*'], operations: ['CREATE'], scope: '*' },
  {
    apiGroups: [''],
    apiVersions: ['v1'],
    resources: ['namespaces', 'secrets', 'serviceaccounts', 'serviceaccounts/token'],
    operations: WRITES,
    scope: '*',
  },
  {
    apiGroups: ['rbac.authorization.k8s.io'],
    apiVersions: ['v1'],
    resources: CREATED_RBAC,
    operations: WRITES,
    scope: '*',
  },
];

function validations(namespace: string): object[] {
  const hasClusterId = (labelled: string) =>
    `has(${labelled}.metadata.labels) && '${CLUSTER_ID_LABEL}' in ${labelled}.metadata.labels`;
  const ofMember = `namespaceObject != null && ${hasClusterId('namespaceObject')}`;
  // For those who may make one themselves, and whose intent is in it. It is theirs from then on.
  const forIntent =
    "request.operation == 'CREATE' && has(object.metadata.labels) && " +
    `object.metadata.labels[?'${CREATED_BY_LABEL}'].orValue('') == 'clusternet-hub'`;
  const ownSecret = `(request.resource.resource == 'secrets' && request.namespace == '${namespace}')`;
  const isRbac = "request.resource.group == 'rbac.authorization.k8s.io'";
  const created = [
    `request.resource.group in ${JSON.stringify(CREATED_GROUPS)}`,
    `(request.resource.group == '' && request.resource.resource in ${JSON.stringify(CREATED_CORE)})`,
    `(${isRbac} && request.resource.resource in ${JSON.stringify(CREATED_RBAC)})`,
  ].join(' || ');
  const bounded = `(request.resource.group == '' && request.resource.resource in ['secrets', 'serviceaccounts']) || ${isRbac}`;
  const clusterWide = "!has(request.namespace) || request.namespace == ''";
  return [
    {
      expression: `request.operation != 'CREATE' || ${created}`,
      message: 'the hub creates only what members and distribution need; the rest it tries by a dry run',
    },
    {
      // A Namespace is cluster-wide, though its request carries its own name as namespace.
      expression: `!(${bounded}) || ${clusterWide} || ${ownSecret} || (${ofMember})`,
      message: 'the hub changes accounts, roles and Secrets only in namespaces of members',
    },
    {
      expression: `request.resource.resource != 'namespaces' || (${hasClusterId('variables.before')}) || (${forIntent})`,
      message: 'the hub changes only namespaces of members',
    },
    {
      expression:
        "!(request.resource.resource in ['clusterroles', 'clusterrolebindings']) || " +
        "variables.before.metadata.name.matches('^clusternet-[0-9a-f-]{36}$')",
      message: 'the hub changes only the cluster roles of agents',
    },
    {
      // It may escalate, to try roles that others write; what it makes itself is only what agents need.
      expression:
        "request.operation == 'DELETE' || request.resource.resource != 'clusterroles' || !has(object.rules) || " +
        'object.rules.all(rule, !has(rule.nonResourceURLs) && has(rule.apiGroups) && rule.apiGroups.all(group, ' +
        "group in ['clusters.clusternet.io', 'proxies.clusternet.io']))",
      message: "the hub's cluster roles give only what agents need",
    },
    {
      expression:
        "request.operation == 'DELETE' || request.resource.resource != 'clusterrolebindings' || " +
        'object.roleRef.name == object.metadata.name',
      message: "the hub's cluster role bindings are of agents' own roles",
    },
    {
      expression:
        "request.operation == 'DELETE' || request.resource.resource != 'rolebindings' || " +
        `object.roleRef.kind == 'Role' || object.roleRef.name == '${OLD_AGENT_ROLE}'`,
      message: "the hub's role bindings are of agents' own roles",
    },
  ];
}
