import { isDeepStrictEqual } from 'node:util';
import type { KubeObject } from '@banyan/api';
import { forbidden } from '../errors/api-error.ts';
import { quoted } from '../kinds/fields/go-text.ts';
import type { UserInfo } from '../serving/user-info.ts';
import type { Authorizer } from './authorizer.ts';

const CERTIFICATES = 'certificates.k8s.io';
const REQUESTS = { group: CERTIFICATES, resource: 'certificatesigningrequests' };

/** A write below an object. */
export interface WriteBelow {
  readonly user: UserInfo;
  readonly group: string;
  readonly resource: string;
  readonly subresource: string | undefined;
  readonly object: Readonly<KubeObject>;
  readonly old: Readonly<KubeObject> | undefined;
}

/**
 * Certificates say who somebody is: to approve a request needs the right to `approve` for its signer, to sign it the
 * right to `sign`, besides that of writing the endpoint. Throws 403; returns at once for every other write.
 */
export function guardSigners(authorizer: Authorizer, write: WriteBelow): void {
  const { group, resource, subresource, object, old } = write;
  if (group !== CERTIFICATES || resource !== REQUESTS.resource || old === undefined) return;
  const verb = subresource === 'approval' ? 'approve' : subresource === 'status' ? 'sign' : undefined;
  if (verb === undefined || (verb === 'sign' && isDeepStrictEqual(statusOf(object), statusOf(old)))) return;
  const { signerName = '' } = (old['spec'] ?? {}) as { signerName?: string };
  const names = [signerName, `${signerName.split('/')[0]}/*`];
  const may = names.some(
    (name) =>
      authorizer.authorize(write.user, {
        type: 'resource',
        verb,
        group: CERTIFICATES,
        resource: 'signers',
        subresource: '',
        namespace: '',
        name,
      }).allowed,
  );
  if (may) return;
  const why = `user not permitted to ${verb} requests with signerName ${quoted(signerName)}`;
  throw forbidden(REQUESTS, old.metadata.name ?? '', why);
}

function statusOf(object: Readonly<KubeObject>): unknown {
  const { certificate, conditions } = (object['status'] ?? {}) as {
    certificate?: string;
    conditions?: object[];
  };
  return { certificate, conditions: conditions ?? [] };
}
