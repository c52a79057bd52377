import { memberVerb } from './people/member-kubectl.ts';

/** `kubectl get` in a member. */
export const run = memberVerb('get');
