import { once } from 'node:events';
import { connect } from 'node:net';
import { FollowedKubectl, runKubectl, type KubectlOutput } from './kubectl-process.ts';
import type { KubectlSession } from './kubectl-session.ts';
import type { Follow, Step } from './scenario.ts';
import type { StepResult } from './transcript.ts';

/** Ends a wait for an answer that never comes. */
const UNTIL_DEADLINE_MS = 300_000;

/** The results in the order in which the transcript tells them: a followed command before what ran meanwhile. */
export async function runStep(session: KubectlSession, step: Step): Promise<StepResult[]> {
  if (step.follow) return runFollowed(session, step, step.follow);
  if (step.forward !== undefined) return [await runForward(session, step, step.forward)];
  const output = step.until === undefined ? await runOnce(session, step) : await runUntil(session, step);
  return [{ step, ...output }];
}

async function runOnce(session: KubectlSession, step: Step): Promise<KubectlOutput> {
  return runKubectl(await session.call(step));
}

async function runUntil(session: KubectlSession, step: Step): Promise<KubectlOutput> {
  const deadline = performance.now() + UNTIL_DEADLINE_MS;
  for (;;) {
    const output = await runOnce(session, step);
    const isIt = output.exit === (step.exit ?? 0) && output.stdout.includes(step.until ?? '');
    if (isIt) return output;
    if (performance.now() > deadline)
      throw new Error(`kubectl ${step.run}: not in time: ${step.until}\n${output.stdout}${output.stderr}`);
  }
}

async function runFollowed(session: KubectlSession, step: Step, follow: Follow): Promise<StepResult[]> {
  const followed = new FollowedKubectl(await session.call(step));
  const { lines, stream = 'stdout', readyLines = 1 } = follow;
  try {
    await followed.lines(readyLines, stream);
    const meanwhile: StepResult[] = [];
    for (const other of follow.meanwhile ?? []) meanwhile.push(...(await runStep(session, other)));
    const shown = (await followed.lines(lines, stream)).map((line) => `${line}\n`).join('');
    return [{ step, exit: 'ended', stdout: '', stderr: '', [stream]: shown }, ...meanwhile];
  } finally {
    await followed.end();
  }
}

async function runForward(session: KubectlSession, step: Step, text: string): Promise<StepResult> {
  const forward = new FollowedKubectl(await session.call(step));
  try {
    const [line = ''] = await forward.lines(1);
    const port = /^Forwarding from 127\.0\.0\.1:(\d+) /.exec(line)?.[1];
    if (port === undefined) throw new Error(`not a forwarded port: ${line}`);
    const answer = await exchange(Number(port), text);
    return { step, exit: 'ended', stdout: `${line}\n`, stderr: '', answer };
  } finally {
    await forward.end();
  }
}

/** Sends the text and reads until as much has come back. */
async function exchange(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  try {
    socket.write(text);
    let answer = '';
    const signal = AbortSignal.timeout(UNTIL_DEADLINE_MS);
    while (answer.length < text.length) {
      const [part] = (await once(socket, 'data', { signal })) as [string];
      answer += part;
    }
    return answer;
  } finally {
    socket.destroy();
  }
}
