import type { KindRules } from '../kind-rules.ts';
import { coreEventRules, otherEventRules } from './event.ts';

export function eventRules(): KindRules[] {
  return [coreEventRules, otherEventRules];
}
