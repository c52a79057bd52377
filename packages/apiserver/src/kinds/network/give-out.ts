import { internalError, invalid } from '../../errors/api-error.ts';
import { invalidValue } from '../fields/field-error.ts';
import { addressBits, ipFamily } from '../fields/ip-format.ts';
import { NO_ADDRESS, needsHealthCheck, needsNodePorts, nodePortsOf, type Service } from './service-spec.ts';

const KIND = { group: '', kind: 'Service' };

/** 10.96.0.0/16, the cluster's range; the first 256 are left to those who choose their address themselves. */
const RANGE = { first: addressBits('10.96.0.0'), size: 65_536, chosenByHand: 256 };

/** The range of node ports; the first 86 are left to those who choose themselves. */
const PORTS = { min: 30_000, max: 32_767, chosenByHand: 86 };

/**
 * Sets the addresses and ports that a Service is to have and has not. `taken` is what nobody can have any more, and
 * grows. Throws if what was asked for cannot be had.
 */
export function giveOut(draft: Service, old: Readonly<Service> | undefined, taken: Set<string>): void {
  giveClusterIp(draft, old, taken);
  if (needsNodePorts(draft.spec)) {
    if (old === undefined) giveNodePorts(draft, taken);
    else giveMissingNodePorts(draft, old, taken);
  }
  const { spec } = draft;
  if (!needsHealthCheck(spec) || (old !== undefined && needsHealthCheck(old.spec))) return;
  const problem = spec.healthCheckNodePort && takePort(spec.healthCheckNodePort, taken);
  if (problem) {
    const what = `failed to allocate requested HealthCheck NodePort ${spec.healthCheckNodePort}`;
    throw internalError(`${what}: ${problem}`);
  }
  spec.healthCheckNodePort ??= nextPort(taken);
}

/** A Service keeps its address; one that was an alias gets its first. */
function giveClusterIp(draft: Service, old: Readonly<Service> | undefined, taken: Set<string>): void {
  const { spec, metadata } = draft;
  if (spec.type === 'ExternalName' || spec.clusterIPs?.[0] === NO_ADDRESS) return;
  if (old !== undefined && old.spec.type !== 'ExternalName') return;
  const asked = spec.clusterIPs?.[0];
  const problem = asked === undefined ? undefined : takeAddress(asked, taken);
  if (problem !== undefined) {
    const why = `failed to allocate IP ${asked}: ${problem}`;
    throw invalid(KIND, metadata.name ?? '', [invalidValue('spec.clusterIPs', spec.clusterIPs, why)]);
  }
  if (asked !== undefined) return;
  spec.clusterIP = nextAddress(taken, metadata.name ?? '');
  spec.clusterIPs = [spec.clusterIP];
}

function takeAddress(address: string, taken: Set<string>): string | undefined {
  const offset = addressBits(address) - RANGE.first;
  const isInRange = ipFamily(address) === 'IPv4' && offset >= 0n && offset < BigInt(RANGE.size);
  if (!isInRange) return 'the provided network does not match the current range';
  if (taken.has(address)) return 'provided IP is already allocated';
  taken.add(address);
  return undefined;
}

/** The first and the last address of the range are no host's; the second is the API server's. */
function nextAddress(taken: Set<string>, name: string): string {
  const free =
    firstFree(RANGE.chosenByHand, RANGE.size - 2, addressAt, taken) ??
    firstFree(2, RANGE.chosenByHand - 1, addressAt, taken);
  if (free === undefined)
    throw internalError(`failed to allocate a serviceIP for Service "${name}": range is full`);
  return free;
}

function addressAt(offset: number): string {
  const bits = Number(RANGE.first) + offset;
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 0xff).join('.');
}

function firstFree(
  from: number,
  to: number,
  print: (value: number) => string,
  taken: Set<string>,
): string | undefined {
  for (let value = from; value <= to; value += 1) {
    const text = print(value);
    if (taken.has(text)) continue;
    taken.add(text);
    return text;
  }
  return undefined;
}

/** Of a new Service. One number for several protocols is one node port. */
function giveNodePorts(draft: Service, taken: Set<string>): void {
  const { ports = [] } = draft.spec;
  const given = new Map<number, number>();
  for (const [i, port] of ports.entries()) {
    if (port.nodePort === undefined && !givesNodePorts(draft)) continue;
    const number = port.port ?? 0;
    const shared = given.get(number);
    if (shared !== undefined) {
      port.nodePort ??= shared;
      if (port.nodePort !== shared) takeAskedPort(draft, i, port.nodePort, taken);
      continue;
    }
    const asked = ports.find((each) => each.port === port.port && each.nodePort !== undefined)?.nodePort;
    if (asked !== undefined) takeAskedPort(draft, i, asked, taken);
    port.nodePort = asked ?? nextPort(taken);
    given.set(number, port.nodePort);
  }
}

function giveMissingNodePorts(draft: Service, old: Readonly<Service>, taken: Set<string>): void {
  const own = new Set(nodePortsOf(old.spec));
  for (const [i, port] of (draft.spec.ports ?? []).entries()) {
    if (port.nodePort === undefined) {
      if (givesNodePorts(draft)) port.nodePort = nextPort(taken);
    } else if (!own.has(port.nodePort)) {
      takeAskedPort(draft, i, port.nodePort, taken);
      own.add(port.nodePort);
    }
  }
}

function givesNodePorts({ spec }: Service): boolean {
  return spec.type === 'NodePort' || spec.allocateLoadBalancerNodePorts === true;
}

function takeAskedPort(draft: Service, i: number, asked: number, taken: Set<string>): void {
  const problem = takePort(asked, taken);
  if (problem === undefined) return;
  const cause = invalidValue(`spec.ports[${i}].nodePort`, asked, problem);
  throw invalid(KIND, draft.metadata.name ?? '', [cause]);
}

function takePort(port: number, taken: Set<string>): string | undefined {
  if (port < PORTS.min || port > PORTS.max)
    return `provided port is not in the valid range. The range of valid ports is ${PORTS.min}-${PORTS.max}`;
  if (taken.has(String(port))) return 'provided port is already allocated';
  taken.add(String(port));
  return undefined;
}

function nextPort(taken: Set<string>): number {
  const free =
    firstFree(PORTS.min + PORTS.chosenByHand, PORTS.max, String, taken) ??
    firstFree(PORTS.min, PORTS.min + PORTS.chosenByHand - 1, String, taken);
  if (free === undefined) throw internalError('failed to allocate a nodePort: range is full');
  return Number(free);
}
