/** Verbs of kubectl's that mean something for an object that does not run: on templates, or in a member. */
export const TEMPLATE_VERBS = [
  'annotate',
  'api-resources',
  'api-versions',
  'apply',
  'autoscale',
  'create',
  'delete',
  'describe',
  'diff',
  'edit',
  'events',
  'explain',
  'expose',
  'get',
  'label',
  'patch',
  'replace',
  'scale',
  'set',
  'wait',
] as const;

/** Verbs for what runs: in a member alone. */
export const MEMBER_VERBS = [
  'attach',
  'cp',
  'debug',
  'exec',
  'logs',
  'port-forward',
  'rollout',
  'run',
  'top',
] as const;
