/**
 * Kubernetes' own end-to-end tests of its API against a playground cluster: npm run test:conformance.
 * Arguments: regular expressions, of specs to run instead, and of specs to leave out as well. Exit code 1 if one fails that is not known to, or passes
 * that is.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeKubeconfig } from '@banyan/kube';
import { startPlaygroundCluster } from '@banyan/playground';
import { isOnPath, kubernetesE2eTests } from '@banyan/testing';
import { findKubectl } from '@banyan/testing/kubectl-suite';
import { KNOWN_FAILURES } from './conformance/known-failures.ts';
import { FOCUS, judge, outcomesOf, SKIPPED, type SpecOutcome } from './conformance/specs.ts';

if (!isOnPath('go')) {
  console.log("skipped: Kubernetes' end-to-end tests are built with Go 1.26, and there is none on the PATH");
  process.exit(0);
}
const program = await kubernetesE2eTests((line) => console.log(line));
const dir = await mkdtemp(join(tmpdir(), 'banyan-conformance-'));
const [focus = FOCUS, ...alsoSkipped] = process.argv.slice(2);
const skipped = [...SKIPPED.map(({ pattern }) => pattern), ...alsoSkipped];
const outcomes = await runSpecs(program);
const isAsKnown = tell(outcomes);
// The log tells more of what failed.
if (isAsKnown) await rm(dir, { recursive: true, force: true });
process.exitCode = isAsKnown ? 0 : 1;

async function runSpecs(program: string): Promise<SpecOutcome[]> {
  const cluster = await startPlaygroundCluster({
    name: 'conformance',
    onDefect: (error) => console.error(error),
  });
  try {
    const kubeconfig = join(dir, 'kubeconfig');
    const { name, server, certificates } = cluster;
    const { certificate: cert, key } = certificates.admin;
    const clientCertificate = { cert, key };
    await writeKubeconfig(kubeconfig, [{ name, server, ca: certificates.ca, clientCertificate }]);
    const report = join(dir, 'report.json');
    const args = [
      `--kubeconfig=${kubeconfig}`,
      `--kubectl-path=${(await findKubectl()).program}`,
      '--provider=skeleton',
      `--ginkgo.focus=${focus}`,
      `--ginkgo.skip=${skipped.join('|')}`,
      `--ginkgo.json-report=${report}`,
      '--ginkgo.no-color',
      '--ginkgo.timeout=1h',
    ];
    console.log(`running against ${server}; the log is ${join(dir, 'e2e.log')}`);
    await runToEnd(program, args);
    return outcomesOf(JSON.parse(await readFile(report, 'utf8')));
  } finally {
    await cluster.stop();
  }
}

/** Its exit code says no more than the report. */
async function runToEnd(program: string, args: readonly string[]): Promise<void> {
  const child = spawn(program, args, { cwd: dir, stdio: ['ignore', 'pipe', 'pipe'] });
  const log = createWriteStream(join(dir, 'e2e.log'));
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  await once(child, 'close');
  log.end();
}

function tell(outcomes: readonly SpecOutcome[]): boolean {
  const { newFailures, knownFailures, outdated } = judge(outcomes, KNOWN_FAILURES);
  for (const { name, seconds, message } of newFailures)
    console.log(`\nFAILED ${name} (${seconds.toFixed(1)} s)\n${message}`);
  for (const { name } of knownFailures) console.log(`fails, as known: ${name}`);
  for (const { pattern, reason } of SKIPPED) console.log(`left out: ${pattern} (${reason})`);
  for (const part of outdated) console.log(`passes now, take it out of the known failures: ${part}`);
  const passed = outcomes.filter(({ state }) => state === 'passed').length;
  console.log(`\n${passed} of ${outcomes.length} specs passed`);
  return outcomes.length > 0 && newFailures.length === 0 && outdated.length === 0;
}
