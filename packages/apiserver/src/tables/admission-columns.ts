import type { LabelSelector } from '@banyan/api';
import { UNSET } from './cell-text.ts';
import { AGE, columnsFor, integer, NAME, text, type KindColumn, type Shown } from './column.ts';

export const WEBHOOK_COLUMNS = columnsFor<Shown & { readonly webhooks?: readonly unknown[] }>([
  NAME,
  integer('Webhooks', 'How many there are', ({ webhooks }) => webhooks?.length),
  AGE,
]);

interface Policy extends Shown {
  readonly spec?: {
    readonly validations?: readonly unknown[];
    readonly mutations?: readonly unknown[];
    readonly paramKind?: { readonly apiVersion?: string; readonly kind?: string };
  };
}

const PARAM_KIND: KindColumn<Policy> = text(
  'ParamKind',
  'The kind of objects it is set by',
  ({ spec: { paramKind } = {} }) =>
    paramKind === undefined ? UNSET : `${paramKind.apiVersion ?? ''}/${paramKind.kind ?? ''}`,
);

export const VALIDATING_POLICY_COLUMNS = columnsFor<Policy>([
  NAME,
  integer('Validations', 'How many rules it has', ({ spec }) => spec?.validations?.length),
  PARAM_KIND,
  AGE,
]);

export const MUTATING_POLICY_COLUMNS = columnsFor<Policy>([
  NAME,
  integer('Mutations', 'How many changes it makes', ({ spec }) => spec?.mutations?.length),
  PARAM_KIND,
  AGE,
]);

interface PolicyBinding extends Shown {
  readonly spec?: {
    readonly policyName?: string;
    readonly paramRef?: {
      readonly name?: string;
      readonly namespace?: string;
      readonly selector?: LabelSelector;
    };
  };
}

export const POLICY_BINDING_COLUMNS = columnsFor<PolicyBinding>([
  NAME,
  text('PolicyName', 'The policy that it puts to use', ({ spec }) => spec?.policyName ?? ''),
  text('ParamRef', 'The object that sets the policy', paramText),
  AGE,
]);

function paramText({ spec }: PolicyBinding): string {
  const { name, namespace, selector } = spec?.paramRef ?? {};
  if (name) return `${namespace || '*'}/${name}`;
  return selector === undefined ? UNSET : goText(selector);
}

/** The real server shows the selector as Go prints its struct. */
function goText({ matchLabels = {}, matchExpressions = [] }: LabelSelector): string {
  const labels = Object.entries(matchLabels).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const map = labels.map(([key, value]) => `${key}: ${value},`).join('');
  const requirements = matchExpressions.map(
    ({ key, operator, values = [] }) =>
      `LabelSelectorRequirement{Key:${key},Operator:${operator},Values:[${values.join(' ')}],},`,
  );
  const list = `[]LabelSelectorRequirement{${requirements.join('')}}`;
  return `&LabelSelector{MatchLabels:map[string]string{${map}},MatchExpressions:${list},}`;
}
