import type { StatusCause } from '@banyan/api';
import { forbidden, invalidValue, malformed, notSupported, required } from '../fields/field-error.ts';
import { headerName, portName, portNumber } from '../fields/text-format.ts';
import type { Container, Handler, HttpGet, Probe } from './container-spec.ts';
import type { PodSpec } from './pod-spec.ts';

export function validateProbes(container: Container, spec: PodSpec, path: string): StatusCause[] {
  return [
    ...validateLiveness(container.livenessProbe, spec, `${path}.livenessProbe`),
    ...validateReadiness(container.readinessProbe, spec, `${path}.readinessProbe`),
    ...validateLiveness(container.startupProbe, spec, `${path}.startupProbe`),
  ];
}

/** One success is enough to be alive, and to have started. */
function validateLiveness(probe: Probe | undefined, spec: PodSpec, path: string): StatusCause[] {
  if (probe === undefined) return [];
  const { successThreshold } = probe;
  return [
    ...validateProbe(probe, spec, path),
    ...(successThreshold === 1
      ? []
      : [invalidValue(`${path}.successThreshold`, successThreshold, 'must be 1')]),
  ];
}

function validateReadiness(probe: Probe | undefined, spec: PodSpec, path: string): StatusCause[] {
  if (probe === undefined) return [];
  const { terminationGracePeriodSeconds: grace } = probe;
  const field = `${path}.terminationGracePeriodSeconds`;
  return [
    ...validateProbe(probe, spec, path),
    ...(grace === undefined ? [] : [invalidValue(field, grace, 'must not be set for readinessProbes')]),
  ];
}

const COUNTS = [
  'initialDelaySeconds',
  'timeoutSeconds',
  'periodSeconds',
  'successThreshold',
  'failureThreshold',
] as const;

function validateProbe(probe: Probe, spec: PodSpec, path: string): StatusCause[] {
  const { terminationGracePeriodSeconds: grace } = probe;
  const { sleep: _, ...handler } = probe;
  return [
    ...validateHandler(handler, spec, path),
    ...COUNTS.flatMap((name) => {
      const value = probe[name] ?? 0;
      return value < 0 ? [invalidValue(`${path}.${name}`, value, 'must be greater than or equal to 0')] : [];
    }),
    ...(grace !== undefined && grace <= 0
      ? [invalidValue(`${path}.terminationGracePeriodSeconds`, grace, 'must be greater than 0')]
      : []),
  ];
}

export function validateLifecycle(
  lifecycle: Container['lifecycle'],
  spec: PodSpec,
  path: string,
): StatusCause[] {
  if (lifecycle === undefined) return [];
  const { postStart, preStop } = lifecycle;
  return [
    ...(postStart ? validateHandler(postStart, spec, `${path}.postStart`) : []),
    ...(preStop ? validateHandler(preStop, spec, `${path}.preStop`) : []),
  ];
}

type HandlerName = 'exec' | 'httpGet' | 'tcpSocket' | 'grpc' | 'sleep';
const HANDLERS: readonly HandlerName[] = ['exec', 'httpGet', 'tcpSocket', 'grpc', 'sleep'];

/** Exactly one way; the first counts, the others are one too many. */
function validateHandler(handler: Handler, spec: PodSpec, path: string): StatusCause[] {
  const [first, ...others] = HANDLERS.filter((name) => handler[name]);
  if (first === undefined) return [required(path, 'must specify a handler type')];
  return [
    ...validateAction(first, handler, spec, path),
    ...others.map((name) => forbidden(`${path}.${name}`, 'may not specify more than 1 handler type')),
  ];
}

function validateAction(name: HandlerName, handler: Handler, spec: PodSpec, path: string): StatusCause[] {
  const { exec, httpGet, tcpSocket, grpc, sleep } = handler;
  switch (name) {
    case 'exec':
      return (exec?.command ?? []).length === 0 ? [required(`${path}.exec.command`)] : [];
    case 'httpGet':
      return httpGet ? validateHttpGet(httpGet, `${path}.httpGet`) : [];
    case 'tcpSocket':
      return validatePort(tcpSocket?.port ?? 0, `${path}.tcpSocket.port`);
    case 'grpc':
      return validatePort(grpc?.port ?? 0, `${path}.grpc.port`);
    case 'sleep':
      return validateSleep(sleep?.seconds ?? 0, spec.terminationGracePeriodSeconds ?? 0, `${path}.sleep`);
  }
}

function validateHttpGet(
  { path = '', port, scheme = '', httpHeaders = [] }: HttpGet,
  field: string,
): StatusCause[] {
  const schemes = ['HTTP', 'HTTPS'];
  return [
    ...(path === '' ? [required(`${field}.path`)] : []),
    ...validatePort(port, `${field}.port`),
    ...(schemes.includes(scheme) ? [] : [notSupported(`${field}.scheme`, scheme, schemes)]),
    ...httpHeaders.flatMap(({ name }) => malformed(`${field}.httpHeaders`, name, headerName(name))),
  ];
}

function validatePort(port: number | string, field: string): StatusCause[] {
  return malformed(field, port, typeof port === 'number' ? portNumber(port) : portName(port));
}

function validateSleep(seconds: number, graceSeconds: number, field: string): StatusCause[] {
  const why = `must be non-negative and less than terminationGracePeriodSeconds (${graceSeconds})`;
  return seconds < 0 || seconds > graceSeconds ? [invalidValue(field, seconds, why)] : [];
}
