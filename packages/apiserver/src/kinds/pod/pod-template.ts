import type { KubeObject } from '@banyan/api';
import { subdomainName } from '../fields/name-format.ts';
import type { KindRules } from '../kind-rules.ts';
import { applyPodSpecDefaults } from './pod-defaults.ts';
import type { PodTemplateSpec } from './pod-spec.ts';
import { validatePodTemplate } from './pod-template-validation.ts';
import { podWarnings } from './pod-warnings.ts';

export const podTemplateRules: KindRules = {
  kind: { group: '', version: 'v1', kind: 'PodTemplate' },
  namespaced: true,
  name: subdomainName,
  generation: 'spec, or all but metadata',
  hasStatus: false,
  defaults: (draft) => applyPodSpecDefaults(templateOf(draft).spec),
  validate: (object) => validatePodTemplate(templateOf(object), 'template'),
  warnings: (object) => podWarnings(templateOf(object), 'template'),
};

function templateOf(object: Readonly<KubeObject>): PodTemplateSpec {
  return object['template'] as PodTemplateSpec;
}
