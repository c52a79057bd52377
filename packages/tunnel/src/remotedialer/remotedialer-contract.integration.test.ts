import { eventually } from '@banyan/testing';
import { tunnelContract } from '../contract/tunnel-contract.ts';
import { RemotedialerTestAgent } from './test-agent.ts';

tunnelContract({
  protocol: 'remotedialer',
  lacks: ['half-close'],
  answersDials: false,
  eventually,
  startAgent: (url) => RemotedialerTestAgent.connect(url),
});
