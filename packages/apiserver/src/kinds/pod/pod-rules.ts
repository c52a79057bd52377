import type { KindEnvironment } from '../kind-environment.ts';
import type { KindRules } from '../kind-rules.ts';
import { podTemplateRules } from './pod-template.ts';
import { podRules } from './pod.ts';

/** The rules of the kinds in this folder. */
export function podKindRules(environment: KindEnvironment): KindRules[] {
  return [podRules(environment), podTemplateRules];
}
