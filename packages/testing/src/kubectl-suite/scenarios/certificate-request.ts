/** A request of jane's for a signer that nobody plays, so that it is only approved or denied. */
export function certificateRequest(name: string): string {
  return `apiVersion: certificates.k8s.io/v1
kind: CertificateSigningRequest
metadata: { name: ${name} }
spec:
  signerName: example.com/nobody
  usages: [client auth]
  request: ${JANES_REQUEST}
`;
}

/** PKCS #10, CN=jane, O=developers; its key was thrown away. */
const JANES_REQUEST =
  'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlIZ01JR0dBZ0VBTUNReEV6QVJCZ05WQkFvTUNtUmxkbVZzYjNCbGNuTXhEVEFMQmdOVkJBTU1CR3BoYm1VdwpXVEFUQmdjcWhrak9QUUlCQmdncWhrak9QUU1CQndOQ0FBUUFIbThVK0RPVnlBbjJWQlF5L3lILzA3NFBacGwvClVnRVNHTUpaQ3lZb1dVTi9LaGtxVkt2WUp1bFBmekVibE9OeWorZ0lTcm90eDVKRmdsUzJid1BXb0FBd0NnWUkKS29aSXpqMEVBd0lEU1FBd1JnSWhBTTZWd1JRdkVlN2dzNGFqZFQxa2VoRjJqZkdmSllGMTRSNEEvR2dVUjZJKwpBaUVBaERrWVFEWjUxdHpiM3dyRU5mNi9pekR3bG5nK2cydjQwS25mUi9VRFdacz0KLS0tLS1FTkQgQ0VSVElGSUNBVEUgUkVRVUVTVC0tLS0tCg==';
