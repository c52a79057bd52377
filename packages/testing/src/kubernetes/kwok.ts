import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import type { ClusterPki } from './cluster-pki.ts';
import { freePort } from './free-port.ts';
import { KWOK_STAGES_FILE, kubeProgram } from './kube-binaries.ts';
import { ServerProcess } from './server-process.ts';

export interface KwokOptions {
  readonly dir: string;
  readonly pki: ClusterPki;
  readonly kubeconfig: string;
  readonly extraArgs?: readonly string[];
}

/** What `kubectl logs` shows of every container. */
export const KWOK_LOG_LINES = ['first line', 'second line', 'third line'];

/**
 * Kwok plays the kubelets: pods on its nodes come up at once; logs are the lines above, exec runs the command
 * on this machine, port-forward is an echo server's port. Not started yet.
 */
export async function kwokProcess({
  dir,
  pki,
  kubeconfig,
  extraArgs = [],
}: KwokOptions): Promise<ServerProcess> {
  const port = await freePort();
  const logsFile = join(dir, 'container.log');
  // The format of a container runtime's log file, which kubectl's --timestamps and --since read.
  const stamped = KWOK_LOG_LINES.map(
    (line, second) => `2026-01-01T00:00:0${second}.000000000Z stdout F ${line}\n`,
  );
  writeFileSync(logsFile, stamped.join(''));
  const config = join(dir, 'kwok.yaml');
  const stages = readFileSync(join(dirname(kubeProgram('kwok')), KWOK_STAGES_FILE), 'utf8');
  const endpoints = [
    definition('ClusterLogs', { logs: [{ logsFile, previousLogsFile: logsFile, follow: true }] }),
    definition('ClusterAttach', { attaches: [{ logsFile }] }),
    definition('ClusterExec', {
      execs: [{ local: { workDir: dir, envs: [{ name: 'SIMULATED_BY', value: 'kwok' }] } }],
    }),
    // `cat` on the other end of the stream sends back what it gets.
    definition('ClusterPortForward', { forwards: [{ command: ['cat'] }] }),
  ];
  writeFileSync(config, [stages, ...endpoints].join('\n---\n'));
  return new ServerProcess({
    name: 'kwok',
    program: kubeProgram('kwok'),
    args: [
      `--kubeconfig=${kubeconfig}`,
      `--config=${config}`,
      '--manage-all-nodes',
      '--node-ip=127.0.0.1',
      `--node-port=${port}`,
      `--server-address=127.0.0.1:${port}`,
      `--tls-cert-file=${pki.file('kubelet.crt')}`,
      `--tls-private-key-file=${pki.file('kubelet.key')}`,
      '--node-lease-duration-seconds=40',
      ...extraArgs,
    ],
    logFile: join(dir, 'kwok.log'),
    isReady: () => isListening(port),
  });
}

function definition(kind: string, spec: object): string {
  return JSON.stringify({ apiVersion: 'kwok.x-k8s.io/v1alpha1', kind, metadata: { name: 'all' }, spec });
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

export function kwokNode(name: string): object {
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels: { 'kubernetes.io/hostname': name, 'kubernetes.io/os': 'linux', type: 'kwok' } },
    status: {
      allocatable: { cpu: '32', memory: '256Gi', pods: '110' },
      capacity: { cpu: '32', memory: '256Gi', pods: '110' },
    },
  };
}
