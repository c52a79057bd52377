import { jsonLogger, type Logger } from '@banyan/controller';
import { oneOf, numberFlag } from './flag-values.ts';

export const LOG_OPTIONS = {
  v: { type: 'string', short: 'v' },
  'log-level': { type: 'string' },
} as const;

/** From this verbosity on Go programs tell every step. */
const VERBOSE = 4;

/** A logger of JSON lines on standard error, as the flags ask. */
export function loggerOf(
  flags: { v?: string | undefined; 'log-level'?: string | undefined },
  program: string,
): Logger {
  const { v = '2', 'log-level': named } = flags;
  const byNumber = numberFlag('v', v) >= VERBOSE ? 'debug' : 'info';
  const level =
    named === undefined ? byNumber : oneOf('log-level', named, ['debug', 'info', 'warn', 'error'] as const);
  return jsonLogger({ level, stream: process.stderr, fields: { program } });
}
