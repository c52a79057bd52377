export { Deployer } from './deployer.ts';
export { drainMember } from './drain-member.ts';
export type { DeployerOptions } from './deployer-options.ts';
export { agentDeployMembers, type AgentDeployMembersOptions } from './members/agent-deploy-members.ts';
export type { DeployMembers, MemberState } from './members/deploy-members.ts';
export { deployerOf, type DeployedBy } from './members/deployer-of.ts';
export {
  HubDeployMembers,
  type HubDeployMembersOptions,
  type MemberShards,
} from './members/hub-deploy-members.ts';
export type { DialMember } from './members/member-clients.ts';
