/**
 * Records the transcripts of the kubectl suite from real Kubernetes and kubectl.
 * Arguments: ids of scenarios; all without.
 */
import {
  ALL_SCENARIOS,
  findKubectl,
  runSuite,
  startRealTarget,
  writeTranscript,
} from '@banyan/testing/kubectl-suite';

const ids = process.argv.slice(2);
const scenarios = ALL_SCENARIOS.filter(({ id }) => ids.length === 0 || ids.includes(id));
const writes: Promise<void>[] = [];
let failed = 0;

const { target, dir, stop } = await startRealTarget('living');
try {
  await runSuite({
    target,
    dir,
    scenarios,
    kubectl: await findKubectl(),
    onEnd: ({ id }, outcome) => {
      if ('transcript' in outcome) {
        writes.push(writeTranscript(id, outcome.transcript));
        console.log(`recorded ${id} (${Math.round(outcome.durationMs)} ms)`);
      } else {
        failed += 1;
        console.error(`not recorded: ${id}:`, 'error' in outcome ? outcome.error : outcome.skipped);
      }
    },
  });
} finally {
  await stop();
}
await Promise.all(writes);
process.exitCode = failed > 0 ? 1 : 0;
