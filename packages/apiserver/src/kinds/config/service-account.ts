import type { KubeObject } from '@banyan/api';
import { subdomainName } from '../fields/name-format.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../fields/object-meta-validation.ts';
import type { KindRules } from '../kind-rules.ts';

interface ServiceAccount extends KubeObject {
  secrets?: { name?: string }[];
}

export const serviceAccountRules: KindRules = {
  kind: { group: '', version: 'v1', kind: 'ServiceAccount' },
  namespaced: true,
  name: subdomainName,
  hasStatus: false,
  prepareForCreate: keepNamesOfSecrets,
  prepareForUpdate: keepNamesOfSecrets,
  validateUpdate: (object, old) => [
    ...validateObjectMetaUpdate(object.metadata, old.metadata),
    ...validateObjectMeta(object.metadata, { namespaced: true, name: subdomainName }),
  ],
};

/** Secrets are those of the account's own namespace: nothing but their names counts. */
function keepNamesOfSecrets(draft: ServiceAccount): void {
  if (draft.secrets === undefined) return;
  draft.secrets = draft.secrets.map(({ name }) => (name === undefined ? {} : { name }));
}
