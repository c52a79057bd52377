import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ClusterPki } from './cluster-pki.ts';
import type { Etcd } from './etcd.ts';
import { httpsExchange, type HttpsPeer, type HttpsRequest, type HttpsResponse } from './https-request.ts';
import { kubeProgram } from './kube-binaries.ts';
import { tellReaper } from './reaper.ts';
import type { ServerProcess } from './server-process.ts';

/** Where a cluster is, and what signs its certificates. */
export interface ClusterPlace {
  readonly name: string;
  readonly dir: string;
  readonly server: string;
  readonly pki: ClusterPki;
}

export interface ClusterParts extends ClusterPlace {
  readonly etcd: Etcd;
  readonly apiServer: ServerProcess;
}

export interface KubectlResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Ends a kubectl that hangs. */
const KUBECTL_DEADLINE_MS = 300_000;

/** The administrator's way into a cluster, and the processes that go with it. stop() leaves no process and no file. */
export class ClusterAccess {
  readonly name: string;
  /** Everything of this cluster: certificates, kubeconfigs, logs. */
  readonly dir: string;
  readonly server: string;
  readonly pki: ClusterPki;
  /** In the order they were started; stop() goes the other way. */
  readonly #processes: ServerProcess[] = [];
  readonly #admin: HttpsPeer;

  constructor(place: ClusterPlace) {
    this.name = place.name;
    this.dir = place.dir;
    this.server = place.server;
    this.pki = place.pki;
    this.#admin = this.peer('admin', ['system:masters']);
  }

  /** The administrator's kubeconfig. */
  get kubeconfig(): string {
    return join(this.dir, 'admin.kubeconfig');
  }

  /** To be stopped with the cluster. */
  owns(process: ServerProcess): ServerProcess {
    this.#processes.push(process);
    return process;
  }

  /** One user's way in, by a client certificate. */
  peer(user: string, groups: readonly string[] = []): HttpsPeer {
    return { ...this.anonymous(), ...this.pki.client(user, groups) };
  }

  anonymous(): HttpsPeer {
    return { server: this.server, ca: this.pki.ca.certificate };
  }

  /** Writes a kubeconfig for a user with a client certificate, and returns its path. */
  async writeKubeconfig(user: string, groups: readonly string[] = []): Promise<string> {
    const { certificate, key } = this.pki.client(user, groups);
    const base64 = (text: string) => Buffer.from(text).toString('base64');
    const config = {
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [
        {
          name: this.name,
          cluster: { server: this.server, 'certificate-authority-data': base64(this.pki.ca.certificate) },
        },
      ],
      users: [
        {
          name: user,
          user: { 'client-certificate-data': base64(certificate), 'client-key-data': base64(key) },
        },
      ],
      contexts: [{ name: this.name, context: { cluster: this.name, user } }],
      'current-context': this.name,
    };
    const file = join(this.dir, `${user.replace(/[^\w.-]/g, '_')}.kubeconfig`);
    await writeFile(file, `${JSON.stringify(config, null, 2)}\n`, { mode: 0o600 });
    return file;
  }

  /** One exchange as administrator. */
  request(request: HttpsRequest): Promise<HttpsResponse> {
    return httpsExchange(this.#admin, request);
  }

  /** A JSON exchange as administrator; an answer that is not 2xx is thrown. */
  async json<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await this.request({
      method,
      path,
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = response.body.toString();
    if (response.status >= 300)
      throw new Error(`${this.name}: ${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text) as T;
  }

  /** Real kubectl, as administrator unless a kubeconfig is among the arguments. Never throws for its exit code. */
  kubectl(args: readonly string[], { stdin = '' } = {}): Promise<KubectlResult> {
    return new Promise((resolve) => {
      const env = {
        PATH: process.env['PATH'],
        HOME: this.dir,
        KUBECONFIG: this.kubeconfig,
        KUBECACHEDIR: join(this.dir, 'cache'),
      };
      const options = { env, timeout: KUBECTL_DEADLINE_MS, maxBuffer: 64 * 1024 * 1024 };
      const child = execFile(kubeProgram('kubectl'), args, options, (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
        resolve({ code, stdout, stderr });
      });
      child.stdin?.on('error', () => {}); // It may have ended without reading.
      child.stdin?.end(stdin);
    });
  }

  /** Asks again until the answer is true; the deadline only ends a hang. */
  async until(what: string, isTrue: () => Promise<boolean>, deadlineMs = 300_000): Promise<void> {
    const end = performance.now() + deadlineMs;
    while (!(await isTrue())) {
      if (performance.now() > end) throw new Error(`${this.name}: not in time: ${what}`);
      await delay(20);
    }
  }

  async stop(): Promise<void> {
    for (const process of this.#processes.toReversed()) await process.stop();
    await rm(this.dir, { recursive: true, force: true });
    tellReaper({ forget: this.dir });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}

/** A running real cluster. */
export class Cluster extends ClusterAccess {
  readonly etcd: Etcd;
  readonly apiServer: ServerProcess;

  constructor(parts: ClusterParts) {
    super(parts);
    this.etcd = parts.etcd;
    this.apiServer = parts.apiServer;
  }
}
