import type { Status } from '@banyan/api';

/** How a command ended, as it is said to who ran it. */
export function exitStatus(code: number): Partial<Status> {
  if (code === 0) return { metadata: {}, status: 'Success' };
  return {
    metadata: {},
    status: 'Failure',
    message: `command terminated with non-zero exit code: exit status ${code}`,
    reason: 'NonZeroExitCode',
    details: { causes: [{ reason: 'ExitCode', message: String(code) }] },
  };
}

/** A command that could not be run at all. */
export function failureStatus(words: string): Partial<Status> {
  const message = `Internal error occurred: error executing command in container: ${words}`;
  return { metadata: {}, status: 'Failure', message, reason: 'InternalError', code: 500 };
}
