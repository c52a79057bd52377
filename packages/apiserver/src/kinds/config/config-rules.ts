import type { KindRules } from '../kind-rules.ts';
import { configMapRules } from './config-map.ts';
import { secretRules } from './secret.ts';
import { serviceAccountRules } from './service-account.ts';

export function configRules(): KindRules[] {
  return [configMapRules, secretRules, serviceAccountRules];
}
