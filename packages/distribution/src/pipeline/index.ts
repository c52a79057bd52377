export { runDistribution, type DistributionOptions, type DistributionSettings } from './run-distribution.ts';
