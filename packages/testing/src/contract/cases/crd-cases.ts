import { crdApplyCases } from './crd-apply.ts';
import { crdDefinitionCases } from './crd-definition.ts';
import { crdMetadataCases } from './crd-metadata.ts';
import { crdPruningCases } from './crd-pruning.ts';
import { crdRefusedCases } from './crd-refused.ts';
import { crdRuleCases } from './crd-rules.ts';
import { crdSubresourceCases } from './crd-subresources.ts';
import { crdValidationCases } from './crd-validation.ts';
import { crdVersionCases } from './crd-versions.ts';
import { crdViewCases } from './crd-views.ts';

export const crdCases = [
  ...crdDefinitionCases,
  ...crdRefusedCases,
  ...crdMetadataCases,
  ...crdValidationCases,
  ...crdPruningCases,
  ...crdRuleCases,
  ...crdVersionCases,
  ...crdSubresourceCases,
  ...crdViewCases,
  ...crdApplyCases,
];
