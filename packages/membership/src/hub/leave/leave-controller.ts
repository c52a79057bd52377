import { Controller, enqueueOn, formatKey, parseKey, type ControllerOptions } from '@banyan/controller';
import type { ControllerPart } from '../controller-part.ts';
import { LeaveReconcile, type LeaveOptions } from './leave-reconcile.ts';

export type LeaveControllerOptions = LeaveOptions & {
  readonly controller: Pick<ControllerOptions, 'logger' | 'metrics' | 'random' | 'clock'>;
};

/** Watches members; acts on those that were deleted. Keys are namespace and name. */
export function leaveController(options: LeaveControllerOptions): ControllerPart {
  const { members } = options;
  const reconciler = new LeaveReconcile(options);
  const controller = new Controller({
    ...options.controller,
    name: 'leave',
    caches: [members.members],
    reconcile: (key, signal) => {
      const { namespace = '', name } = parseKey(key);
      return reconciler.reconcile(namespace, name, signal);
    },
  });
  enqueueOn(controller, members.members, ({ metadata: { namespace, name = '', deletionTimestamp } }) =>
    deletionTimestamp === undefined ? [] : [formatKey({ cluster: name, namespace, name })],
  );
  return { controller };
}
