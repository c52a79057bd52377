import type { KindEnvironment } from '../kind-environment.ts';
import type { KindRules } from '../kind-rules.ts';
import { endpointSliceRules } from './endpoint-slice.ts';
import { endpointsRules } from './endpoints.ts';
import { ingressClassRules } from './ingress-class.ts';
import { ingressRules } from './ingress.ts';
import { ipAddressRules } from './ip-address.ts';
import { networkPolicyRules } from './network-policy.ts';
import { serviceCidrRules } from './service-cidr.ts';
import { serviceRules } from './service.ts';

export function networkRules(environment: KindEnvironment): KindRules[] {
  return [
    serviceRules(environment),
    endpointsRules,
    endpointSliceRules,
    ingressRules(environment),
    ingressClassRules,
    networkPolicyRules,
    ipAddressRules,
    serviceCidrRules,
  ];
}
