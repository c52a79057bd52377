import { join, resolve } from 'node:path';
import type { Logger } from '@banyan/controller';
import { startChild } from '../program/child-program.ts';
import { keepChild } from '../program/kept-child.ts';
import type { EmbeddedFlags } from './hub-flags.ts';

/** One that ends right after its start, this often in a row, will not do better. */
const MOST_RESTARTS = 3;

export interface EmbeddedOptions {
  readonly flags: EmbeddedFlags;
  readonly bindAddress: string;
  readonly advertiseUrl: string | undefined;
  readonly logger: Logger;
  /** Gives the start up. */
  readonly signal: AbortSignal;
}

/** `banyan apiserver` beside this process; started again if it ends by itself. */
export interface EmbeddedApiServer {
  readonly kubeconfig: string;
  /** Rejects when it cannot be kept running. */
  readonly broken: Promise<never>;
  readonly stop: () => Promise<void>;
}

export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedApiServer> {
  const { flags, bindAddress, advertiseUrl, logger, signal } = options;
  const dir = resolve(flags.dataDir);
  const kubeconfig = flags.kubeconfigOut ?? join(dir, 'kubeconfig');
  const advertised = advertiseUrl === undefined ? [] : ['--advertise-url', advertiseUrl];
  const files = ['--data-dir', dir, '--kubeconfig-out', kubeconfig];
  const fixed = ['apiserver', '--controllers', ...files, '--bind-address', bindAddress, ...advertised];
  const { broken, stop } = await keepChild({
    signal,
    mostRestarts: MOST_RESTARTS,
    start: (before, startSignal) => {
      // Clients know its address: it has to stay.
      const port = before === undefined ? flags.port : new URL(String(before.report)).port;
      return startChild({
        name: 'the API server',
        args: [...fixed, '--port', String(port)],
        signal: startSignal,
        onWords: (text) => logger.warn({ from: 'apiserver' }, text.trim()),
      });
    },
    onEnded: (how, failures) => logger.error({ failures }, `${how}; it is started again`),
  });
  return { kubeconfig, broken, stop };
}
