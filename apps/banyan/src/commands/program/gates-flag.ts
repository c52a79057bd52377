import { FeatureGatesError, parseFeatureGates, type FeatureGates } from '@banyan/membership';
import { WrongUse } from './wrong-use.ts';

/** `--feature-gates`. Throws WrongUse. */
export function gatesFlag(text: string): FeatureGates {
  try {
    return parseFeatureGates(text);
  } catch (error) {
    throw error instanceof FeatureGatesError ? new WrongUse(error.message) : error;
  }
}
