/** What this package needs of a logger; pino's shape. It must not throw. */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

function ignore(): void {
  // Where nobody listens.
}

export const silentLogger: Logger = { debug: ignore, info: ignore, warn: ignore, error: ignore };
