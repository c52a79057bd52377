export type { Binding, Note, Placement, RefusedMember, Refusal } from './words/binding.ts';
export type { Division, Intent, Policies, WeightRule } from './words/intent.ts';
export type { Member, MemberSelector } from './words/member.ts';
export { identityKey, identityOf, type ObjectIdentity } from './words/object-identity.ts';
export type { Override, OverrideChange, OverrideFailure, PatchType } from './words/override.ts';
export type { Template, Work, WorkFailure, WorkObject } from './words/work.ts';
export type { ReplicaNeeds, Workload } from './words/workload.ts';

export { memberMatcher } from './select/member-matcher.ts';
export type { ScheduleRequest } from './schedule/schedule-request.ts';
export { schedule } from './schedule/schedule.ts';
export { divide, type Claim } from './divide/divide.ts';
export { workloadOf, type WorkloadFacts } from './inventory/workload-of.ts';
export { applyOverrides, type OverrideRequest, type OverrideResult } from './override/apply-overrides.ts';
export { orderOverrides, type OverrideSet } from './override/order-overrides.ts';
export { readPatch, readYamlFieldPatch } from './override/read-patch.ts';
export { OverrideProblem } from './override/override-problem.ts';
export { trimAnswer } from './render/trim-answer.ts';
export { trimStored } from './render/trim-stored.ts';
export { renderWork, type Marks, type WorkRequest } from './render/render-work.ts';
export { renderTrigger, type TriggerRequest } from './render/render-trigger.ts';
export { digest, textDigest } from './digest/digest.ts';
export { neededNamespaces } from './order/needed-namespaces.ts';
export { orderGroups, type OrderedGroup, type OrderedItem } from './order/order-groups.ts';
export { ownerOfClaims, type ObjectClaim } from './claim/owner-of-claims.ts';
export { adoptionOf, type Adoption, type AdoptionRequest } from './adopt/adoption-of.ts';
export { decodeApplied, encodeApplied, type AppliedObject } from './applied/applied-record.ts';
export { applyDecision, type ApplyDecision, type ApplyRequest } from './applied/apply-decision.ts';
export { objectsToPrune, type PruneRequest } from './prune/objects-to-prune.ts';
export { guardDeletion, type DeletionLimits, type DeletionRequest } from './guard/guard-deletion.ts';
export type { Health, ObjectStatus, ReplicaCounters } from './status/object-health.ts';
export { objectStatus } from './status/object-status.ts';
export type { StatusCheck, StatusRule } from './status/status-rule.ts';
export {
  aggregateIntent,
  aggregateTemplate,
  type IntentStatus,
  type MemberAvailability,
  type MemberObjectStatus,
  type TemplateStatus,
} from './status/aggregate-status.ts';

export * from './dialects/subscription/index.ts';
