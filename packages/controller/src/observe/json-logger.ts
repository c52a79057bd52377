import type { Logger } from './logger.ts';
import { withoutSecrets } from './without-secrets.ts';

const LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof LEVELS)[number];

export interface JsonLoggerOptions {
  /** What is below it is left out. */
  readonly level: LogLevel;
  readonly stream: { write(text: string): unknown };
  /** On every line. */
  readonly fields?: object;
  readonly now?: () => Date;
}

/** One JSON object a line. What looks like a credential is not written. */
export function jsonLogger({ level, stream, fields, now = () => new Date() }: JsonLoggerOptions): Logger {
  const write = (lineLevel: LogLevel) => {
    if (LEVELS.indexOf(lineLevel) < LEVELS.indexOf(level)) return () => {};
    return (lineFields: object, message: string) => {
      const line = { time: now().toISOString(), level: lineLevel, msg: message, ...fields, ...lineFields };
      stream.write(`${lineText(line)}\n`);
    };
  };
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}

/** A logger must not throw, whatever it is given. */
function lineText(line: object): string {
  try {
    return JSON.stringify(withoutSecrets(line));
  } catch (error) {
    return JSON.stringify({ level: 'error', msg: `a log line could not be written: ${String(error)}` });
  }
}
