import type { KubeObject } from '@banyan/api';
import type { KindRules } from '../kind-rules.ts';
import { otherEventForm, type CoreEvent, type ObjectReference } from './event-form.ts';
import { validateEvent, validateStrictly, validateStrictUpdate } from './event-validation.ts';

const common = { namespaced: true, hasStatus: false };

/** Old clients come this way, and are asked little. */
export const coreEventRules: KindRules = {
  kind: { group: '', version: 'v1', kind: 'Event' },
  ...common,
  validate: (event) => validateEvent(event, 'reportingComponent'),
  validateUpdate: (event) => validateEvent(event, 'reportingComponent'),
  selectableFields: (event: Readonly<CoreEvent>) => {
    const { source, reportingComponent = '' } = event;
    return {
      ...referenceFields('involvedObject', event.involvedObject),
      reason: event.reason ?? '',
      reportingComponent,
      source: (source?.component ?? '') === '' ? reportingComponent : (source?.component ?? ''),
      type: event.type ?? '',
    };
  },
};

/** The same objects, judged in the form in which they are kept. */
export const otherEventRules: KindRules = {
  kind: { group: 'events.k8s.io', version: 'v1', kind: 'Event' },
  ...common,
  stored: otherEventForm,
  validate: (object) => {
    const event = otherEventForm.toStorage(object);
    return [...validateEvent(event, 'reportingController'), ...validateStrictly(event)];
  },
  validateUpdate: (object, old) => {
    const event = otherEventForm.toStorage(object);
    return [
      ...validateEvent(event, 'reportingController'),
      ...validateStrictUpdate(event, otherEventForm.toStorage(old)),
    ];
  },
  selectableFields: (event: Readonly<OtherEvent>) => ({
    ...referenceFields('regarding', event.regarding),
    reason: event.reason ?? '',
    reportingController: event.reportingController ?? '',
    type: event.type ?? '',
  }),
};

interface OtherEvent extends KubeObject {
  regarding?: ObjectReference;
  reason?: string;
  reportingController?: string;
  type?: string;
}

function referenceFields(name: string, reference: ObjectReference = {}): Record<string, string> {
  return {
    [`${name}.kind`]: reference.kind ?? '',
    [`${name}.namespace`]: reference.namespace ?? '',
    [`${name}.name`]: reference.name ?? '',
    [`${name}.uid`]: reference.uid ?? '',
    [`${name}.apiVersion`]: reference.apiVersion ?? '',
    [`${name}.resourceVersion`]: reference.resourceVersion ?? '',
    [`${name}.fieldPath`]: reference.fieldPath ?? '',
  };
}
