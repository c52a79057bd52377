import { failure, internalError, invalid } from '../../errors/api-error.ts';
import { invalidValue } from '../fields/field-error.ts';
import type { Taken } from './service-allocations.ts';
import { NO_ADDRESS, needsHealthCheck, needsNodePorts, nodePortsOf, type Service } from './service-spec.ts';
import { nextFree, type ServiceRanges } from './service-ranges.ts';

const KIND = { group: '', kind: 'Service' };

/** What there is to give, and what nobody can have any more, which grows. */
export interface Stock {
  readonly ranges: ServiceRanges;
  readonly taken: Taken;
  /** The highest of the ports that this write takes; 0 before the first. */
  highestPort: number;
  /** Nothing is given, so what is free is not looked for: what is chosen stands for something else. */
  readonly dryRun: boolean;
}

/** The port before the first one that a dry run chooses. */
const BEFORE_DRY_RUN = 32_768;

/** Sets the addresses and ports that a Service is to have and has not. Throws if what was asked for cannot be had. */
export function giveOut(draft: Service, old: Readonly<Service> | undefined, stock: Stock): void {
  giveClusterIp(draft, old, stock);
  if (needsNodePorts(draft.spec)) {
    if (old === undefined) giveNodePorts(draft, stock);
    else giveMissingNodePorts(draft, old, stock);
  }
  const { spec } = draft;
  if (!needsHealthCheck(spec) || (old !== undefined && needsHealthCheck(old.spec))) return;
  const problem = spec.healthCheckNodePort && takePort(spec.healthCheckNodePort, stock);
  if (problem) {
    const what = `failed to allocate requested HealthCheck NodePort ${spec.healthCheckNodePort}`;
    throw internalError(`${what}: ${problem}`);
  }
  spec.healthCheckNodePort ??= nextPort(stock);
}

/** A Service keeps its address; one that was an alias gets its first. */
function giveClusterIp(draft: Service, old: Readonly<Service> | undefined, stock: Stock): void {
  const { spec, metadata } = draft;
  if (spec.type === 'ExternalName' || spec.clusterIPs?.[0] === NO_ADDRESS) return;
  if (old !== undefined && old.spec.type !== 'ExternalName') return;
  const asked = spec.clusterIPs?.[0];
  const problem = asked === undefined ? undefined : takeAddress(asked, stock);
  if (problem !== undefined) {
    const why = `failed to allocate IP ${asked}: ${problem}`;
    throw invalid(KIND, metadata.name ?? '', [invalidValue('spec.clusterIPs', spec.clusterIPs, why)]);
  }
  if (asked !== undefined) return;
  spec.clusterIP = nextAddress(stock, metadata.name ?? '');
  spec.clusterIPs = [spec.clusterIP];
}

function takeAddress(address: string, { ranges, taken, dryRun }: Stock): string | undefined {
  const offset = ranges.offsetOf(address);
  if (offset === undefined && !dryRun) return 'the provided network does not match the current range';
  if (offset === undefined || !ranges.isHost(offset))
    return `the provided IP (${address}) is not in the valid range. The range of valid IPs is ${ranges.network}`;
  if (dryRun) return undefined;
  if (taken.has(address)) return 'provided IP is already allocated';
  taken.add(address);
  return undefined;
}

function nextAddress({ ranges, taken, dryRun }: Stock, name: string): string {
  if (dryRun) return ranges.addresses.print(0);
  const free = nextFree(ranges.addresses, taken);
  if (free === undefined)
    throw internalError(`failed to allocate a serviceIP for Service "${name}": range is full`);
  return ranges.addresses.print(free);
}

/** Of a new Service. One number for several protocols is one node port. */
function giveNodePorts(draft: Service, stock: Stock): void {
  const { ports = [] } = draft.spec;
  const given = new Map<number, number>();
  const asking = Map.groupBy(
    ports.filter(({ nodePort }) => nodePort !== undefined),
    ({ port }) => port,
  );
  for (const [i, port] of ports.entries()) {
    if (port.nodePort === undefined && !givesNodePorts(draft)) continue;
    const number = port.port ?? 0;
    const shared = given.get(number);
    if (shared !== undefined) {
      port.nodePort ??= shared;
      if (port.nodePort !== shared) takeAskedPort(draft, i, port.nodePort, stock);
      continue;
    }
    const asked = asking.get(port.port)?.[0]?.nodePort;
    if (asked !== undefined) takeAskedPort(draft, i, asked, stock);
    port.nodePort = asked ?? nextPort(stock);
    given.set(number, port.nodePort);
  }
}

function giveMissingNodePorts(draft: Service, old: Readonly<Service>, stock: Stock): void {
  const own = new Set(nodePortsOf(old.spec));
  const seen = new Set<string>();
  for (const [i, port] of (draft.spec.ports ?? []).entries()) {
    if (port.nodePort === undefined) {
      if (!givesNodePorts(draft)) continue;
      port.nodePort = nextPort(stock);
    } else if (!own.has(port.nodePort)) {
      takeAskedPort(draft, i, port.nodePort, stock);
      own.add(port.nodePort);
    }
    const pair = `{${port.protocol} ${port.nodePort}}`;
    if (seen.has(pair)) throw failure(`duplicate nodePort: ${pair}`);
    seen.add(pair);
  }
}

function givesNodePorts({ spec }: Service): boolean {
  return spec.type === 'NodePort' || spec.allocateLoadBalancerNodePorts === true;
}

function takeAskedPort(draft: Service, i: number, asked: number, stock: Stock): void {
  const problem = takePort(asked, stock);
  if (problem === undefined) return;
  const cause = invalidValue(`spec.ports[${i}].nodePort`, asked, problem);
  throw invalid(KIND, draft.metadata.name ?? '', [cause]);
}

function takePort(port: number, stock: Stock): string | undefined {
  const { ranges, taken, dryRun } = stock;
  const { min, max } = ranges.ports;
  if (!dryRun && (port < min || port > max))
    return `provided port is not in the valid range. The range of valid ports is ${min}-${max}`;
  if (taken.has(String(port))) return 'provided port is already allocated';
  taken.add(String(port));
  stock.highestPort = Math.max(stock.highestPort, port);
  return undefined;
}

function nextPort(stock: Stock): number {
  const { ranges, taken, dryRun, highestPort } = stock;
  const port = dryRun ? (highestPort || BEFORE_DRY_RUN) + 1 : nextFree(ranges.ports, taken);
  if (port === undefined) throw internalError('failed to allocate a nodePort: range is full');
  stock.highestPort = Math.max(highestPort, port);
  return port;
}
