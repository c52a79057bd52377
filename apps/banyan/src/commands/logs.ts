import { memberVerb } from './people/member-kubectl.ts';

/** `kubectl logs` in a member. */
export const run = memberVerb('logs');
