import { isDeepStrictEqual } from 'node:util';
import type { StatusCause } from '@banyan/api';
import { invalidValue, malformed, required } from '../fields/field-error.ts';
import { byteLength } from '../fields/go-text.ts';
import { dnsSubdomain, qualifiedName, subdomainName } from '../fields/name-format.ts';
import {
  validateImmutable,
  validateObjectMeta,
  validateObjectMetaUpdate,
} from '../fields/object-meta-validation.ts';
import type { CoreEvent, ObjectReference } from './event-form.ts';

const MAX_TEXT_BYTES = 128;
const MAX_NOTE_BYTES = 1024;

/** What every event is held to. `controllerField`: what its group calls who reports it. */
export function validateEvent(event: Readonly<CoreEvent>, controllerField: string): StatusCause[] {
  const { namespace = '' } = event.metadata;
  return [
    ...(isSet(event.eventTime) ? validateNewEvent(event, controllerField) : validateNamespace(event)),
    ...malformed('namespace', namespace, dnsSubdomain(namespace)),
  ];
}

function isSet(time: string | null | undefined): boolean {
  return time !== undefined && time !== null;
}

/** An event is where its object is; one of an object without a namespace is in the default one. */
function validateNamespace({ metadata, involvedObject }: Readonly<CoreEvent>): StatusCause[] {
  const { namespace = '' } = metadata;
  const of = involvedObject?.namespace ?? '';
  const fits = of === '' ? namespace === '' || namespace === 'default' : namespace === of;
  return fits ? [] : [strayObject(of)];
}

function strayObject(namespace: string): StatusCause {
  return invalidValue('involvedObject.namespace', namespace, 'does not match event.namespace');
}

function validateNewEvent(event: Readonly<CoreEvent>, controllerField: string): StatusCause[] {
  const { involvedObject, reportingComponent = '', message = '' } = event;
  const of = involvedObject?.namespace ?? '';
  const isStray = of === '' && !['default', 'kube-system'].includes(event.metadata.namespace ?? '');
  return [
    ...(isStray ? [strayObject(of)] : []),
    ...(reportingComponent === '' ? [required(controllerField)] : []),
    ...malformed(controllerField, reportingComponent, qualifiedName(reportingComponent)),
    ...(['reportingInstance', 'action', 'reason'] as const).flatMap((field) =>
      validateText(event[field] ?? '', field),
    ),
    ...(byteLength(message) > MAX_NOTE_BYTES ? [unsaid('message', atMost(MAX_NOTE_BYTES))] : []),
  ];
}

function validateText(text: string, field: string): StatusCause[] {
  if (text === '') return [required(field)];
  return byteLength(text) > MAX_TEXT_BYTES ? [unsaid(field, atMost(MAX_TEXT_BYTES))] : [];
}

function atMost(bytes: number): string {
  return `can have at most ${bytes} characters`;
}

/** The value itself is not shown. */
function unsaid(field: string, why: string): StatusCause {
  return invalidValue(field, '', why);
}

/** What events.k8s.io asks of a new event besides. */
export function validateStrictly(event: Readonly<CoreEvent>): StatusCause[] {
  const { type = '', source = {} } = event;
  const gone = [
    ...(isSet(event.firstTimestamp) ? ['firstTimestamp'] : []),
    ...(isSet(event.lastTimestamp) ? ['lastTimestamp'] : []),
    ...((event.count ?? 0) === 0 ? [] : ['count']),
    ...((source.component ?? '') === '' && (source.host ?? '') === '' ? [] : ['source']),
  ];
  return [
    ...validateObjectMeta(event.metadata, { namespaced: true, name: subdomainName }),
    ...validateSeries(event),
    ...(isSet(event.eventTime) ? [] : [required('eventTime')]),
    ...(type === 'Normal' || type === 'Warning' ? [] : [unsaid('type', `has invalid value: ${type}`)]),
    ...gone.map((field) => unsaid(field, 'needs to be unset')),
  ];
}

function validateSeries({ series }: Readonly<CoreEvent>): StatusCause[] {
  if (series === undefined) return [];
  return [
    ...((series.count ?? 0) < 2 ? [unsaid('series.count', 'should be at least 2')] : []),
    ...(isSet(series.lastObservedTime) ? [] : [required('series.lastObservedTime')]),
  ];
}

/** Of an event only its series changes. */
export function validateStrictUpdate(event: Readonly<CoreEvent>, old: Readonly<CoreEvent>): StatusCause[] {
  const same = (field: 'reason' | 'message' | 'type' | 'action' | 'reportingInstance') =>
    validateImmutable(event[field] ?? '', old[field] ?? '', field);
  const sameTime = (field: 'firstTimestamp' | 'lastTimestamp' | 'eventTime') =>
    validateImmutable(event[field] ?? null, old[field] ?? null, field);
  return [
    ...validateObjectMetaUpdate(event.metadata, old.metadata),
    ...(isDeepStrictEqual(event.series, old.series) ? [] : validateSeries(event)),
    ...validateImmutable(event.involvedObject ?? {}, old.involvedObject ?? {}, 'involvedObject', reference),
    ...same('reason'),
    ...same('message'),
    ...validateImmutable(event.source ?? {}, old.source ?? {}, 'source', ({ component = '', host = '' }) => ({
      Component: component,
      Host: host,
    })),
    ...sameTime('firstTimestamp'),
    ...sameTime('lastTimestamp'),
    ...validateImmutable(event.count ?? 0, old.count ?? 0, 'count'),
    // Twice in the real server too.
    ...same('reason'),
    ...same('type'),
    ...sameTime('eventTime'),
    ...same('action'),
    ...validateImmutable(event.related, old.related, 'related', (value) => (value ? reference(value) : null)),
    ...validateImmutable(event.reportingComponent ?? '', old.reportingComponent ?? '', 'reportingController'),
    ...same('reportingInstance'),
  ];
}

function reference(object: ObjectReference): object {
  const { kind = '', namespace = '', name = '', uid = '', apiVersion = '' } = object;
  const { resourceVersion = '', fieldPath = '' } = object;
  return {
    Kind: kind,
    Namespace: namespace,
    Name: name,
    UID: uid,
    APIVersion: apiVersion,
    ResourceVersion: resourceVersion,
    FieldPath: fieldPath,
  };
}
