/**
 * Compares real Kubernetes and kubectl with the recorded transcripts of the kubectl suite.
 * Arguments: ids of scenarios; all without. Exit code 1 if one differs.
 */
import {
  ALL_SCENARIOS,
  findKubectl,
  readTranscript,
  runSuite,
  startRealTarget,
  transcriptDifference,
} from '@banyan/testing/kubectl-suite';

const ids = process.argv.slice(2);
const scenarios = ALL_SCENARIOS.filter(({ id }) => ids.length === 0 || ids.includes(id));
const transcripts = new Map<string, string>();

const { target, dir, stop } = await startRealTarget('living');
try {
  await runSuite({
    target,
    dir,
    scenarios,
    kubectl: await findKubectl(),
    onEnd: ({ id }, outcome) => {
      if ('transcript' in outcome) transcripts.set(id, outcome.transcript);
      else console.error(`did not run: ${id}:`, 'error' in outcome ? outcome.error : outcome.skipped);
    },
  });
} finally {
  await stop();
}

let same = 0;
for (const [id, transcript] of transcripts) {
  const difference = transcriptDifference(await readTranscript(id), transcript);
  if (difference === undefined) same += 1;
  else console.error(`${id}: ${difference}\n`);
}
console.log(`${same} of ${scenarios.length} transcripts are as recorded`);
process.exitCode = same === scenarios.length ? 0 : 1;
