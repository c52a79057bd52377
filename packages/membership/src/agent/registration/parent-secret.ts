import type { KeyObject } from 'node:crypto';
import {
  BOOTSTRAPPING_LABEL,
  CLUSTER_ID_LABEL,
  CLUSTER_NAME_LABEL,
  PARENT_SECRET,
} from '@banyan/api/clusternet';
import type { Secret } from '@banyan/api/objects';
import { isAlreadyExists, isNotFound, type KubeClient } from '@banyan/kube';
import { formatAgentKey, parseAgentKey } from './agent-key.ts';

const SECRETS = { group: '', version: 'v1', resource: 'secrets' };
/** Beside the keys that Clusternet's agents write. */
const AGENT_KEY = 'agent.key';

/** What an agent keeps about its hub. Without a token: it has asked, and has no answer yet. */
export interface ParentRecord {
  readonly url: string;
  readonly clusterId: string;
  readonly key?: KeyObject;
  readonly token?: string;
  readonly ca?: string;
  /** The member's namespace in the hub. */
  readonly hubNamespace?: string;
  readonly memberName?: string;
}

/** The Secret in the member in which the agent's key and credential are kept. */
export class ParentSecret {
  readonly #memberClient: KubeClient;
  readonly #key: { readonly namespace: string; readonly name: string };

  constructor(memberClient: KubeClient, namespace: string) {
    this.#memberClient = memberClient;
    this.#key = { namespace, name: PARENT_SECRET };
  }

  /** Undefined if there is none. */
  async load(signal: AbortSignal): Promise<ParentRecord | undefined> {
    try {
      return recordOf(await this.#memberClient.get<Secret>(SECRETS, this.#key, { signal }));
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  /** Only the holder of the agent's Lease writes it. */
  async save(record: ParentRecord, signal: AbortSignal): Promise<void> {
    const secret = secretOf(record, this.#key);
    try {
      await this.#memberClient.create(SECRETS, secret, { signal });
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
      const { metadata, data } = secret;
      await this.#memberClient.patch(
        SECRETS,
        this.#key,
        { type: 'merge', body: { metadata: { labels: metadata.labels }, data } },
        { signal },
      );
    }
  }
}

function recordOf({ data = {}, metadata }: Secret): ParentRecord {
  const text = (key: string): string | undefined => {
    const value = data[key];
    return value === undefined || value === '' ? undefined : Buffer.from(value, 'base64').toString('utf8');
  };
  const key = parseAgentKey(text(AGENT_KEY) ?? '');
  const token = text('token');
  const ca = text('ca.crt');
  const hubNamespace = text('namespace');
  const memberName = metadata.labels?.[CLUSTER_NAME_LABEL];
  return {
    url: text('apiserver-advertise-url') ?? '',
    clusterId: metadata.labels?.[CLUSTER_ID_LABEL] ?? '',
    ...(key !== undefined && { key }),
    ...(token !== undefined && { token }),
    ...(ca !== undefined && { ca }),
    ...(hubNamespace !== undefined && { hubNamespace }),
    ...(memberName !== undefined && { memberName }),
  };
}

function secretOf(record: ParentRecord, key: { namespace: string; name: string }): Secret {
  const { url, clusterId, key: agentKey, token, ca, hubNamespace, memberName } = record;
  const base64 = (text: string | undefined): string => Buffer.from(text ?? '').toString('base64');
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      ...key,
      labels: {
        [BOOTSTRAPPING_LABEL]: 'credentials-auto',
        [CLUSTER_ID_LABEL]: clusterId,
        ...(memberName !== undefined && { [CLUSTER_NAME_LABEL]: memberName }),
      },
    },
    type: 'Opaque',
    data: {
      'apiserver-advertise-url': base64(url),
      token: base64(token),
      'ca.crt': base64(ca),
      namespace: base64(hubNamespace),
      [AGENT_KEY]: base64(agentKey && formatAgentKey(agentKey)),
    },
  };
}
