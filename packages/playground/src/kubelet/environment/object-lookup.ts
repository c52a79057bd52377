import type { ConfigMap, Secret } from '@banyan/api/objects';
import type { ClusterObjects } from '../../cluster/cluster-objects.ts';
import { CONFIG_MAPS, SECRETS } from '../../cluster/resources.ts';

/** Where a pod finds what it refers to. */
export interface ObjectLookup {
  configMap(name: string): Readonly<ConfigMap> | undefined;
  secret(name: string): Readonly<Secret> | undefined;
}

/** Thrown for what a pod refers to and is not there. */
export class MissingReference extends Error {
  override readonly name = 'MissingReference';
}

export function lookupIn(objects: ClusterObjects, namespace: string): ObjectLookup {
  return {
    configMap: (name) => objects.get(CONFIG_MAPS, { namespace, name }),
    secret: (name) => objects.get(SECRETS, { namespace, name }),
  };
}

/** All data of a ConfigMap as bytes. */
export function configMapData({ data = {}, binaryData = {} }: Readonly<ConfigMap>): Map<string, Buffer> {
  return new Map([
    ...Object.entries(data).map(([key, text]) => [key, Buffer.from(text)] as const),
    ...Object.entries(binaryData).map(([key, text]) => [key, Buffer.from(text, 'base64')] as const),
  ]);
}

export function secretData({ data = {} }: Readonly<Secret>): Map<string, Buffer> {
  return new Map(Object.entries(data).map(([key, text]) => [key, Buffer.from(text, 'base64')] as const));
}
