import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cluster } from '@banyan/testing';

/** What a kubelet gives to a container, as far as a process can have it. */
export interface ContainerSetup {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Token, CA and namespace of the service account. */
  readonly accountFolder: string;
}

interface EnvVar {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: {
    readonly secretKeyRef?: { readonly name: string; readonly key: string; readonly optional?: boolean };
    readonly fieldRef?: { readonly fieldPath: string };
  };
}

interface Deployment {
  readonly spec: {
    readonly template: {
      readonly spec: {
        readonly serviceAccountName: string;
        readonly containers: readonly {
          readonly args: readonly string[];
          readonly env?: readonly EnvVar[];
        }[];
      };
    };
  };
}

/** Reads a Deployment as a kubelet would its pod: Secrets resolved, `$(NAME)` filled in, a token asked for. */
export async function containerSetup(
  cluster: Cluster,
  namespace: string,
  name: string,
): Promise<ContainerSetup> {
  const path = `/apis/apps/v1/namespaces/${namespace}/deployments/${name}`;
  const { template } = (await cluster.json<Deployment>('GET', path)).spec;
  const [container] = template.spec.containers;
  if (container === undefined) throw new Error(`Deployment ${name} has no container`);
  const env: Record<string, string> = {};
  for (const variable of container.env ?? []) {
    const value = variable.value ?? fieldValue(variable) ?? (await secretValue(cluster, namespace, variable));
    if (value !== undefined) env[variable.name] = value;
  }
  return {
    args: container.args.map((arg) => fillIn(arg, env)),
    env,
    accountFolder: await accountFolder(cluster, namespace, template.spec.serviceAccountName),
  };
}

/** As Kubernetes does it: what is not known stays as it is. */
function fillIn(arg: string, env: Readonly<Record<string, string>>): string {
  return arg.replace(/\$\((\w+)\)/g, (whole, name: string) => env[name] ?? whole);
}

function fieldValue({ valueFrom }: EnvVar): string | undefined {
  return valueFrom?.fieldRef?.fieldPath === 'status.podIP' ? '127.0.0.1' : undefined;
}

async function secretValue(
  cluster: Cluster,
  namespace: string,
  { name, valueFrom }: EnvVar,
): Promise<string | undefined> {
  const ref = valueFrom?.secretKeyRef;
  if (ref === undefined) throw new Error(`variable ${name} comes from where this stand-in does not look`);
  const path = `/api/v1/namespaces/${namespace}/secrets/${ref.name}`;
  const { data = {} } = await cluster.json<{ data?: Record<string, string> }>('GET', path);
  const value = data[ref.key];
  if (value === undefined && !ref.optional) throw new Error(`Secret ${ref.name} has no key ${ref.key}`);
  return value === undefined ? undefined : Buffer.from(value, 'base64').toString();
}

async function accountFolder(cluster: Cluster, namespace: string, account: string): Promise<string> {
  const path = `/api/v1/namespaces/${namespace}/serviceaccounts/${account}/token`;
  const request = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} };
  const { status } = await cluster.json<{ status: { token: string } }>('POST', path, request);
  const folder = join(cluster.dir, `account-${account}`);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'token'), status.token, { mode: 0o600 });
  await writeFile(join(folder, 'ca.crt'), cluster.pki.ca.certificate);
  await writeFile(join(folder, 'namespace'), namespace);
  return folder;
}
