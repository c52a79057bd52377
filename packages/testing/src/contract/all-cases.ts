import { aggregationCases } from './cases/aggregation-cases.ts';
import { applyListCases } from './cases/apply-lists.ts';
import { applyOwnershipCases } from './cases/apply-ownership.ts';
import { applyRuleCases } from './cases/apply-rules.ts';
import { authCases } from './cases/auth-cases.ts';
import { crdCases } from './cases/crd-cases.ts';
import { deleteBasicCases } from './cases/delete-basic.ts';
import { deleteCollectionCases } from './cases/delete-collection.ts';
import { deleteDependentCases } from './cases/delete-dependents.ts';
import { discoveryDocumentCases } from './cases/discovery-documents.ts';
import { discoveryServerCases } from './cases/discovery-server.ts';
import { errorBodyCases } from './cases/errors-bodies.ts';
import { errorRequestCases } from './cases/errors-requests.ts';
import { kindsCases } from './cases/kinds-cases.ts';
import { listsBasicCases } from './cases/lists-basic.ts';
import { listsSelectorCases } from './cases/lists-selectors.ts';
import { listsVersionCases } from './cases/lists-versions.ts';
import { namespaceCases } from './cases/namespaces-lifecycle.ts';
import { patchJsonCases } from './cases/patch-json.ts';
import { patchMergeCases } from './cases/patch-merge.ts';
import { patchStrategicCases } from './cases/patch-strategic.ts';
import { policyCases } from './cases/policies-cases.ts';
import { rbacCases } from './cases/rbac-cases.ts';
import { representationFormCases } from './cases/representation-forms.ts';
import { representationTypeCases } from './cases/representation-types.ts';
import { subresourceCases } from './cases/subresource-cases.ts';
import { validationDryRunCases } from './cases/validation-dry-run.ts';
import { validationFieldCases } from './cases/validation-fields.ts';
import { verbsCreateCases } from './cases/verbs-create.ts';
import { verbsGetCases } from './cases/verbs-get.ts';
import { verbsUpdateCases } from './cases/verbs-update.ts';
import { watchBasicCases } from './cases/watch-basic.ts';
import { watchFormCases } from './cases/watch-forms.ts';
import { watchSelectorCases } from './cases/watch-selectors.ts';
import type { ContractCase } from './contract-case.ts';

/** Every case of the contract. Add a file of cases here, in the order of the rows. */
export const ALL_CASES: readonly ContractCase[] = [
  ...verbsGetCases,
  ...verbsCreateCases,
  ...verbsUpdateCases,
  ...listsBasicCases,
  ...listsSelectorCases,
  ...listsVersionCases,
  ...watchBasicCases,
  ...watchSelectorCases,
  ...watchFormCases,
  ...patchJsonCases,
  ...patchMergeCases,
  ...patchStrategicCases,
  ...applyOwnershipCases,
  ...applyListCases,
  ...applyRuleCases,
  ...deleteBasicCases,
  ...deleteCollectionCases,
  ...deleteDependentCases,
  ...validationFieldCases,
  ...validationDryRunCases,
  ...representationFormCases,
  ...representationTypeCases,
  ...discoveryDocumentCases,
  ...discoveryServerCases,
  ...errorRequestCases,
  ...errorBodyCases,
  ...namespaceCases,
  ...crdCases,
  ...rbacCases,
  ...authCases,
  ...aggregationCases,
  ...subresourceCases,
  ...policyCases,
  ...kindsCases,
];
