const BOOTSTRAP_TOKEN = /^([a-z0-9]{6})\.([a-z0-9]{16})$/;
/** Anything of three parts may be a JWT; what is in it is the hub's to judge. */
const THREE_PARTS = /^[\w-]+\.[\w-]+\.[\w-]+$/;

export interface BootstrapToken {
  readonly id: string;
  readonly secret: string;
}

/** Undefined for a token of another sort. */
export function parseBootstrapToken(token: string): BootstrapToken | undefined {
  const [, id, secret] = BOOTSTRAP_TOKEN.exec(token) ?? [];
  return id === undefined || secret === undefined ? undefined : { id, secret };
}

export function isRegistrationToken(token: string): boolean {
  return BOOTSTRAP_TOKEN.test(token) || THREE_PARTS.test(token);
}
