import { createHash, type X509Certificate } from 'node:crypto';
import type { UserInfo } from '../serving/user-info.ts';
import { CREDENTIAL_ID } from './identity.ts';

/** What Kubernetes calls a user's uid in a certificate's subject. */
const UID = '1.3.6.1.4.1.57683.2';

/** Reading a certificate takes longer than all the rest of a login. */
const users = new WeakMap<X509Certificate, UserInfo | 'ambiguous'>();

/**
 * Whom a certificate names: its common name, in the groups of its organizations. The name may be empty. A
 * certificate with several uids, or an empty one, is ambiguous.
 */
export function userOfCertificate(certificate: X509Certificate): UserInfo | 'ambiguous' {
  const known = users.get(certificate);
  if (known !== undefined) return known;
  const user = readUser(certificate);
  users.set(certificate, user);
  return user;
}

function readUser(certificate: X509Certificate): UserInfo | 'ambiguous' {
  // From the parsed name, not from its text: names may hold what looks like another part of it.
  const { subject } = certificate.toLegacyObject() as unknown as {
    subject: Readonly<Record<string, string | string[] | undefined>> | undefined;
  };
  const values = (part: string): string[] => [subject?.[part] ?? []].flat();
  const uids = values(UID);
  if (uids.length > 1 || uids[0] === '') return 'ambiguous';
  const [uid] = uids;
  const digest = createHash('sha256').update(certificate.raw).digest('hex');
  return {
    // The last one, should there be several.
    name: values('CN').at(-1) ?? '',
    groups: values('O'),
    extra: { [CREDENTIAL_ID]: [`X509SHA256=${digest}`] },
    ...(uid !== undefined && { uid }),
  };
}
