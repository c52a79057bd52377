import { aggregationProxyingCases } from './aggregation-proxying.ts';
import { aggregationRegistrationCases } from './aggregation-registration.ts';

export const aggregationCases = [...aggregationRegistrationCases, ...aggregationProxyingCases];
