import {
  addProcessMetrics,
  serveObservability,
  type MetricsRegistry,
  type ObservabilityServer,
  type ObservedCheck,
} from '@banyan/controller';

export interface ObservedOptions {
  readonly registry: MetricsRegistry;
  readonly host: string;
  readonly port: number;
  readonly checks: readonly ObservedCheck[];
}

/** Serves metrics and health of this process. */
export async function observeProcess(options: ObservedOptions): Promise<ObservabilityServer> {
  const stopMeasuring = addProcessMetrics(options.registry);
  try {
    const server = await serveObservability(options);
    const stop = async () => {
      stopMeasuring();
      await server.stop();
    };
    return { port: server.port, stop };
  } catch (error) {
    stopMeasuring();
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new Error(`port ${options.port} is in use; choose another with --metrics-port`, { cause: error });
  }
}
