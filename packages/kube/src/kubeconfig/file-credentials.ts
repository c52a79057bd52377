import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { CredentialSource, Credentials } from './cluster-connection.ts';
import type { RereadFile } from './reread-file.ts';

export interface FileCredentialsOptions {
  readonly token?: RereadFile | string;
  readonly basic?: Credentials['basic'];
  readonly cert?: RereadFile | string;
  readonly key?: RereadFile | string;
}

/** Credentials of which some, or all, stand in files. A 401 has the files read again at once. */
export class FileCredentials implements CredentialSource {
  readonly #options: FileCredentialsOptions;
  #current: Credentials = {};

  constructor(options: FileCredentialsOptions) {
    this.#options = options;
  }

  async get(): Promise<Credentials> {
    const { token, cert, key, basic } = this.#options;
    const next: Credentials = {
      ...(token !== undefined && { token: (await contentOf(token)).trim() }),
      ...(basic !== undefined && { basic }),
      ...(cert !== undefined &&
        key !== undefined && {
          clientCertificate: this.#pair(await contentOf(cert), await contentOf(key)),
        }),
    };
    this.#current = next;
    return next;
  }

  refused(): void {
    for (const source of [this.#options.token, this.#options.cert, this.#options.key]) {
      if (source !== undefined && typeof source !== 'string') source.expire();
    }
  }

  /** Certificate and key are two files: caught between the two writes of a rotation, the old pair still serves. */
  #pair(cert: string, key: string): { cert: string; key: string } {
    const old = this.#current.clientCertificate;
    if (old === undefined || (old.cert === cert && old.key === key)) return { cert, key };
    return isPair(cert, key) ? { cert, key } : old;
  }
}

function contentOf(source: RereadFile | string): Promise<string> {
  return typeof source === 'string' ? Promise.resolve(source) : source.read();
}

function isPair(cert: string, key: string): boolean {
  try {
    return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}
