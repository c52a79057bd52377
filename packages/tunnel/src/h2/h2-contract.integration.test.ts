import { eventually } from '@banyan/testing';
import { startTestAgent } from '../agent/test-agent.ts';
import { tunnelContract } from '../contract/tunnel-contract.ts';

tunnelContract({
  protocol: 'h2',
  lacks: [],
  answersDials: true,
  eventually,
  startAgent: startTestAgent,
});
