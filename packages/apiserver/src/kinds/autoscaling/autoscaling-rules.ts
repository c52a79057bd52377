import type { KindRules } from '../kind-rules.ts';
import { autoscalerRules, oldAutoscalerRules } from './autoscaler.ts';

export function autoscalingRules(): KindRules[] {
  return [autoscalerRules, oldAutoscalerRules];
}
