export { findMember, listMembers } from './find-member.ts';
export { installHub, type InstallHubOptions } from './install/install-hub.ts';
export type { JoinToken } from './join-tokens/join-token.ts';
export {
  createJoinToken,
  listJoinTokens,
  revokeJoinToken,
  type CreateJoinTokenOptions,
  type NewJoinToken,
} from './join-tokens/manage-join-tokens.ts';
export { joinByKubeconfig, type JoinByKubeconfigOptions } from './kubeconfig-members/join-by-kubeconfig.ts';
export type { DrainMember } from './leave/drain-member.ts';
export { leaveMember, type LeaveMemberOptions } from './leave/leave-member.ts';
export type { IsInitialized } from './lifecycle/lifecycle-reconcile.ts';
export { MembershipControllers, type MembershipControllersOptions } from './membership-controllers.ts';
export { MembershipError, type MembershipErrorCode } from './membership-error.ts';
export { approveRequest, denyRequest, type DecideRequestOptions } from './registration/decide-request.ts';
export type { ApproveMode } from './registration/judge-request.ts';
