import type { StatusCause } from '@banyan/api';
import { invalidValue, required } from '../../kinds/fields/field-error.ts';
import { quoted } from '../../kinds/fields/go-text.ts';
import type { Definition, DefinitionCondition } from './definition.ts';

/** Kinds in Kubernetes' own groups say where they were approved. */
const ANNOTATION = 'api-approved.kubernetes.io';
const FIELD = `metadata.annotations[${ANNOTATION}]`;
const MORE = 'see https://github.com/kubernetes/enhancements/pull/1111';

interface Approval {
  readonly state: 'invalid' | 'approved' | 'bypassed' | 'missing';
  readonly reason: string;
}

/** What is wrong with the annotation of a definition in a protected group. What it was it may stay. */
export function validateApproval(
  definition: Readonly<Definition>,
  old: Readonly<Definition> | undefined,
): StatusCause[] {
  if (!isProtected(definition.spec.group)) return [];
  const { state, reason } = approvalOf(definition);
  if (old !== undefined && approvalOf(old).state === state) return [];
  if (state === 'invalid') return [invalidValue(FIELD, annotationOf(definition), reason)];
  return state === 'missing' ? [required(FIELD, reason)] : [];
}

const OUTCOMES = {
  invalid: ['False', 'InvalidAnnotation'],
  missing: ['False', 'MissingAnnotation'],
  approved: ['True', 'ApprovedAnnotation'],
  bypassed: ['False', 'UnapprovedAnnotation'],
} as const;

/** Only definitions of protected groups have it. */
export function approvalCondition(
  definition: Readonly<Definition>,
): Omit<DefinitionCondition, 'lastTransitionTime'> | undefined {
  if (!isProtected(definition.spec.group)) return undefined;
  const { state, reason: message } = approvalOf(definition);
  const [status, reason] = OUTCOMES[state];
  return { type: 'KubernetesAPIApprovalPolicyConformant', status, reason, message };
}

function isProtected(group: string): boolean {
  return ['k8s.io', 'kubernetes.io'].some((domain) => group === domain || group.endsWith(`.${domain}`));
}

function annotationOf({ metadata }: Readonly<Definition>): string {
  return metadata.annotations?.[ANNOTATION] ?? '';
}

function approvalOf(definition: Readonly<Definition>): Approval {
  const text = annotationOf(definition);
  const must = `protected groups must have approval annotation "${ANNOTATION}"`;
  if (text === '') return { state: 'missing', reason: `${must}, ${MORE}` };
  if (text.startsWith('unapproved')) return { state: 'bypassed', reason: `not approved: ${quoted(text)}` };
  if (isAddress(text)) return { state: 'approved', reason: `approved in ${text}` };
  return {
    state: 'invalid',
    reason: `${must} with either a URL or a reason starting with "unapproved", ${MORE}`,
  };
}

function isAddress(text: string): boolean {
  return URL.canParse(text) && new URL(text).host !== '';
}
