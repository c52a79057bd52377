import { Controller, enqueueOn, formatKey, parseKey, type ControllerOptions } from '@banyan/controller';
import type { ControllerPart } from '../controller-part.ts';
import { LifecycleReconcile, type LifecycleOptions } from './lifecycle-reconcile.ts';

export type LifecycleControllerOptions = LifecycleOptions & {
  readonly controller: Pick<ControllerOptions, 'logger' | 'metrics' | 'random'>;
};

/** Watches members. Each is looked at when it changes, and once more when its grace is over. */
export function lifecycleController(options: LifecycleControllerOptions): ControllerPart {
  const { members, clock } = options;
  const reconciler = new LifecycleReconcile(options);
  const controller = new Controller({
    ...options.controller,
    name: 'lifecycle',
    clock,
    caches: [members.members],
    reconcile: (key, signal) => {
      const { namespace = '', name } = parseKey(key);
      return reconciler.reconcile(namespace, name, signal);
    },
  });
  enqueueOn(controller, members.members, ({ metadata: { namespace, name = '' } }) => [
    formatKey({ cluster: name, namespace, name }),
  ]);
  return { controller };
}
