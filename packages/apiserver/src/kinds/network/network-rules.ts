import type { KindEnvironment } from '../kind-environment.ts';
import type { KindRules } from '../kind-rules.ts';
import { endpointsRules } from './endpoints.ts';
import { serviceRules } from './service.ts';

export function networkRules(environment: KindEnvironment): KindRules[] {
  return [serviceRules(environment), endpointsRules];
}
