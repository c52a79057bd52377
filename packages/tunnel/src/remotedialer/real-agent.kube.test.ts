import { spawn } from 'node:child_process';
import { after, test } from 'node:test';
import { eventually, remotedialerAgent } from '@banyan/testing';
import { tunnelContract } from '../contract/tunnel-contract.ts';

const program = await remotedialerAgent();
const ended = new AbortController();
after(() => ended.abort());

if (program === undefined) {
  test('the real remotedialer library', { skip: 'there is no Go to build it with' });
} else {
  // The library that Clusternet's agents are built with, on the other side.
  tunnelContract({
    protocol: 'remotedialer',
    lacks: ['half-close', 'full-duplex', 'policy'],
    answersDials: false,
    eventually,
    startAgent: async (url) => {
      const agent = spawn(program, [url], { stdio: 'ignore', signal: ended.signal, killSignal: 'SIGKILL' });
      agent.on('error', () => undefined);
      return { kill: () => agent.kill('SIGKILL') };
    },
  });
}
