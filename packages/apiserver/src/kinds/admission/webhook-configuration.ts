import { isDeepStrictEqual } from 'node:util';
import type { KubeObject, LabelSelector, StatusCause } from '@banyan/api';
import { duplicate, invalidValue, notSupported, required } from '../fields/field-error.ts';
import { validateLabelSelector } from '../fields/label-validation.ts';
import { dns1035Label, dnsSubdomain, subdomainName } from '../fields/name-format.ts';
import { validateBaseObjectMeta } from '../fields/object-meta-validation.ts';
import { repeatedPlaces } from '../fields/repeated-places.ts';
import type { KindRules } from '../kind-rules.ts';
import { applyRuleDefaults, validateRule, type AdmissionRule } from './admission-rule.ts';
import { validateMatchConditions, validateMatchPolicy, type MatchCondition } from './match-resources.ts';
import { FAILURE_POLICIES } from './policy-common.ts';
import { validateClient, type WebhookClient } from './webhook-client.ts';

interface WebhookConfiguration extends KubeObject {
  webhooks?: Webhook[];
}

interface Webhook {
  name?: string;
  clientConfig?: WebhookClient;
  rules?: AdmissionRule[];
  failurePolicy?: string;
  matchPolicy?: string;
  namespaceSelector?: LabelSelector;
  objectSelector?: LabelSelector;
  /** Written even if there is none. */
  sideEffects: string | null;
  timeoutSeconds?: number;
  admissionReviewVersions?: string[];
  matchConditions?: MatchCondition[];
  reinvocationPolicy?: string;
}

const NO_SIDE_EFFECTS = ['None', 'NoneOnDryRun'];
const SIDE_EFFECTS = [...NO_SIDE_EFFECTS, 'Some', 'Unknown'];
const REINVOCATIONS = ['IfNeeded', 'Never'];
const VERSIONS = ['v1', 'v1beta1'];

/** The kinds alone: nothing here asks a webhook. */
export const validatingWebhookRules = rulesOf('ValidatingWebhookConfiguration');
export const mutatingWebhookRules = rulesOf('MutatingWebhookConfiguration');

function rulesOf(kind: string): KindRules {
  const isMutating = kind === 'MutatingWebhookConfiguration';
  return {
    kind: { group: 'admissionregistration.k8s.io', version: 'v1', kind },
    namespaced: false,
    name: subdomainName,
    takesAnyFinalizer: true,
    generation: 'spec, or all but metadata',
    hasStatus: false,
    defaults: ({ webhooks = [] }: WebhookConfiguration) => {
      for (const webhook of webhooks) applyDefaults(webhook, isMutating);
    },
    validate: (object) => validateWebhooks(object),
    validateUpdate: (object, old) => [
      ...validateBaseObjectMeta(object.metadata, { namespaced: false, name: subdomainName }),
      ...validateWebhooks(object, old),
    ],
  };
}

function applyDefaults(webhook: Webhook, isMutating: boolean): void {
  webhook.failurePolicy ??= 'Fail';
  webhook.matchPolicy ??= 'Equivalent';
  webhook.namespaceSelector ??= {};
  webhook.objectSelector ??= {};
  webhook.timeoutSeconds ??= 10;
  if (isMutating) webhook.reinvocationPolicy ??= 'Never';
  applyRuleDefaults(webhook.rules);
  const service = webhook.clientConfig?.service;
  if (service !== undefined) service.port ??= 443;
}

/** What was allowed once may stay: `old` is what it was before. */
function validateWebhooks(
  { webhooks = [] }: Readonly<WebhookConfiguration>,
  old?: Readonly<WebhookConfiguration>,
): StatusCause[] {
  const before = old?.webhooks ?? [];
  const repeated = repeatedPlaces(webhooks.map(({ name }) => name));
  const namesBefore = before.map(({ name }) => name);
  const mustBeUnique = new Set(namesBefore).size === namesBefore.length;
  const sideEffects = before.every((each) => NO_SIDE_EFFECTS.includes(each.sideEffects ?? ''))
    ? NO_SIDE_EFFECTS
    : SIDE_EFFECTS;
  const mustBeKnown = before.every((each) => hasKnownVersion(each.admissionReviewVersions ?? []));
  const conditionsBefore = before.map(({ matchConditions }) => matchConditions);
  const sameConditions =
    old !== undefined &&
    isDeepStrictEqual(
      webhooks.map(({ matchConditions }) => matchConditions),
      conditionsBefore,
    );
  return webhooks.flatMap((webhook, i) => {
    const field = `webhooks[${i}]`;
    return [
      ...validateWebhook(webhook, sideEffects, field),
      ...(sameConditions ? [] : validateMatchConditions(webhook.matchConditions, `${field}.matchConditions`)),
      ...validateVersions(
        webhook.admissionReviewVersions ?? [],
        mustBeKnown,
        `${field}.admissionReviewVersions`,
      ),
      ...(mustBeUnique && (webhook.name ?? '') !== '' && repeated.has(i)
        ? [duplicate(`${field}.name`, webhook.name)]
        : []),
    ];
  });
}

function validateWebhook(webhook: Webhook, sideEffects: readonly string[], field: string): StatusCause[] {
  const { failurePolicy = '', timeoutSeconds = 0, reinvocationPolicy } = webhook;
  return [
    ...validateName(webhook.name ?? '', `${field}.name`),
    ...(webhook.rules ?? []).flatMap((rule, i) => validateRule(rule, `${field}.rules[${i}]`)),
    ...(FAILURE_POLICIES.includes(failurePolicy)
      ? []
      : [notSupported(`${field}.failurePolicy`, failurePolicy, FAILURE_POLICIES)]),
    ...validateMatchPolicy(webhook.matchPolicy, `${field}.matchPolicy`),
    ...validateSideEffects(webhook.sideEffects, sideEffects, `${field}.sideEffects`),
    ...(timeoutSeconds > 30 || timeoutSeconds < 1
      ? [
          invalidValue(
            `${field}.timeoutSeconds`,
            timeoutSeconds,
            'the timeout value must be between 1 and 30 seconds',
          ),
        ]
      : []),
    ...validateLabelSelector(webhook.namespaceSelector, `${field}.namespaceSelector`),
    ...validateLabelSelector(webhook.objectSelector, `${field}.objectSelector`),
    ...(reinvocationPolicy === undefined || REINVOCATIONS.includes(reinvocationPolicy)
      ? []
      : [notSupported(`${field}.reinvocationPolicy`, reinvocationPolicy, REINVOCATIONS)]),
    ...validateClient(webhook.clientConfig ?? {}, `${field}.clientConfig`),
  ];
}

function validateName(name: string, field: string): StatusCause[] {
  if (name === '') return [required(field)];
  const reasons = dnsSubdomain(name);
  if (reasons.length > 0) return [invalidValue(field, name, reasons.join(','))];
  const isFull = name.split('.').length > 2;
  return isFull
    ? []
    : [invalidValue(field, name, 'should be a domain with at least three segments separated by dots')];
}

function validateSideEffects(
  sideEffects: string | null,
  allowed: readonly string[],
  field: string,
): StatusCause[] {
  if (sideEffects === null) return [required(field, `must specify one of ${allowed.join(', ')}`)];
  return allowed.includes(sideEffects) ? [] : [notSupported(field, sideEffects, allowed)];
}

function hasKnownVersion(versions: readonly string[]): boolean {
  return versions.some((version) => VERSIONS.includes(version));
}

function validateVersions(versions: readonly string[], mustBeKnown: boolean, field: string): StatusCause[] {
  if (versions.length === 0) return [required(field, `must specify one of ${VERSIONS.join(', ')}`)];
  const repeated = repeatedPlaces(versions);
  return [
    ...versions.flatMap((version, i) => {
      if (repeated.has(i)) return [invalidValue(`${field}[${i}]`, version, 'duplicate version')];
      return dns1035Label(version).map((why) => invalidValue(`${field}[${i}]`, version, why));
    }),
    ...(mustBeKnown && !hasKnownVersion(versions)
      ? [invalidValue(field, versions, `must include at least one of ${VERSIONS.join(', ')}`)]
      : []),
  ];
}
