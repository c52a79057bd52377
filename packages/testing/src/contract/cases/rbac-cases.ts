import { rbacEscalationCases } from './rbac-escalation.ts';
import { rbacForbiddenCases } from './rbac-forbidden.ts';
import { rbacDefaultCases, rbacReviewCases } from './rbac-reviews.ts';
import { rbacRuleCases } from './rbac-rules.ts';

export const rbacCases = [
  ...rbacForbiddenCases,
  ...rbacRuleCases,
  ...rbacEscalationCases,
  ...rbacReviewCases,
  ...rbacDefaultCases,
];
