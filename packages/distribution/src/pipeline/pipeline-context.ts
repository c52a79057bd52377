import type { Clock, ControllerOptions, EventRecorder } from '@banyan/controller';
import type { KubeClient } from '@banyan/kube';
import type { PipelineCaches } from './pipeline-caches.ts';
import type { Templates } from './templates.ts';

/** What all controllers of the pipeline are given. */
export interface PipelineContext {
  readonly hubClient: KubeClient;
  readonly caches: PipelineCaches;
  readonly templates: Templates;
  readonly events: EventRecorder;
  readonly clock: Clock;
  readonly controller: Pick<ControllerOptions, 'logger' | 'metrics' | 'random' | 'clock'>;
  /** Keys of one controller at once. */
  readonly concurrency: number;
}
