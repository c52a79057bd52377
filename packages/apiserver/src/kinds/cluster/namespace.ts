import type { KubeObject, StatusCause } from '@banyan/api';
import { invalidValue, malformed } from '../fields/field-error.ts';
import { labelName, qualifiedName } from '../fields/name-format.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../fields/object-meta-validation.ts';
import type { KindRules } from '../kind-rules.ts';

/** By which policies select a namespace. Nobody can take it away. */
const NAME_LABEL = 'kubernetes.io/metadata.name';

/** Taken off by who empties the namespace. */
const FINALIZER = 'kubernetes';

/** Finalizers that need no domain before them. */
const STANDARD_FINALIZERS = [FINALIZER, 'orphan', 'foregroundDeletion'];

interface Namespace extends KubeObject {
  spec?: { finalizers?: string[] };
  status?: { phase?: string };
}

/** How a namespace ends is in `registry/namespace-lifecycle.ts`. */
export const namespaceRules: KindRules = {
  kind: { group: '', version: 'v1', kind: 'Namespace' },
  namespaced: false,
  name: labelName,
  hasStatus: true,
  defaults: (draft: Namespace) => {
    nameInLabel(draft);
    draft.status = { ...draft.status, phase: draft.status?.phase ?? 'Active' };
  },
  prepareForCreate: (draft: Namespace) => {
    // A name that was made up was not there yet when defaults were.
    nameInLabel(draft);
    const { finalizers = [], ...spec } = draft.spec ?? {};
    const hasOurs = finalizers.includes(FINALIZER);
    draft.spec = { ...spec, finalizers: hasOurs ? finalizers : [...finalizers, FINALIZER] };
    draft.status = { phase: 'Active' };
  },
  prepareForUpdate: (draft: Namespace, old: Readonly<Namespace>) => {
    const { finalizers: _, ...spec } = draft.spec ?? {};
    const kept = old.spec?.finalizers;
    draft.spec = kept === undefined ? spec : { ...spec, finalizers: [...kept] };
  },
  validate: validateFinalizers,
  validateUpdate: (object, old) => [
    ...validateObjectMeta(object.metadata, { namespaced: false, name: labelName }),
    ...validateFinalizers(object),
    ...validateObjectMetaUpdate(object.metadata, old.metadata),
  ],
  status: {
    validateUpdate: (object, old) => [
      ...validateObjectMetaUpdate(object.metadata, old.metadata),
      ...validatePhase(object),
    ],
  },
  subresources: {
    // Alone in what may change the finalizers that hold a namespace.
    finalize: {
      prepareForUpdate: (draft: Namespace, old: Readonly<Namespace>) => {
        draft.status = { ...old.status };
      },
      validateUpdate: (object: Readonly<Namespace>, old) => [
        ...validateObjectMetaUpdate(object.metadata, old.metadata),
        ...(object.spec?.finalizers ?? []).flatMap((finalizer, i) =>
          validateFinalizer(finalizer, `spec.finalizers[${i}]`),
        ),
      ],
    },
  },
  selectableFields: ({ status }: Readonly<Namespace>) => ({ 'status.phase': status?.phase ?? '' }),
};

function nameInLabel({ metadata }: Namespace): void {
  const { name = '', labels } = metadata;
  if (name !== '') metadata.labels = { ...labels, [NAME_LABEL]: name };
}

function validateFinalizers({ spec }: Readonly<Namespace>): StatusCause[] {
  return (spec?.finalizers ?? []).flatMap((finalizer) => validateFinalizer(finalizer, 'spec.finalizers'));
}

function validateFinalizer(finalizer: string, field: string): StatusCause[] {
  const isKnown = finalizer.includes('/') || STANDARD_FINALIZERS.includes(finalizer);
  const why = 'name is neither a standard finalizer name nor is it fully qualified';
  return [
    ...malformed(field, finalizer, qualifiedName(finalizer)),
    ...(isKnown ? [] : [invalidValue(field, finalizer, why)]),
  ];
}

/** The phase says what the deletion timestamp says. */
function validatePhase({ metadata, status }: Readonly<Namespace>): StatusCause[] {
  const isDeleted = metadata.deletionTimestamp !== undefined;
  const [phase, state] = isDeleted ? ['Terminating', 'not empty'] : ['Active', 'empty'];
  if (status?.phase === phase) return [];
  const why = `may only be '${phase}' if \`deletionTimestamp\` is ${state}`;
  return [invalidValue('status.Phase', status?.phase ?? '', why)];
}
