import type { Logger } from '@banyan/controller';
import type { TunnelObserver } from '@banyan/tunnel';

/** Tells the log of every tunnel that opens or closes, and the other observer of everything. */
export function withTunnelLog(logger: Logger, other: TunnelObserver): TunnelObserver {
  return {
    ...other,
    sessionOpened: (event) => {
      other.sessionOpened?.(event);
      logger.info(event, 'a tunnel is open');
    },
    sessionClosed: (event) => {
      other.sessionClosed?.(event);
      logger.info({ ...event, durationMs: Math.round(event.durationMs) }, 'a tunnel is closed');
    },
  };
}
