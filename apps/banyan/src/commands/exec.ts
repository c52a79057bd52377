import { memberVerb } from './people/member-kubectl.ts';

/** `kubectl exec` in a member. */
export const run = memberVerb('exec');
