import type { KubeObject, LabelSelector, StatusCause } from '@banyan/api';
import { forbidden, invalidValue, malformed, notSupported, required } from '../fields/field-error.ts';
import { cidr as cidrFormat, parseCidr } from '../fields/ip-format.ts';
import { validateLabelSelector } from '../fields/label-validation.ts';
import { portName, portNumber } from '../fields/text-format.ts';

export interface NetworkPolicy extends KubeObject {
  spec: NetworkPolicySpec;
}

interface NetworkPolicySpec {
  podSelector: LabelSelector;
  ingress?: PolicyRule[];
  egress?: PolicyRule[];
  policyTypes?: string[];
}

/** Peers are `from` of what comes in and `to` of what goes out. */
interface PolicyRule {
  ports?: PolicyPort[];
  from?: PolicyPeer[];
  to?: PolicyPeer[];
}

interface PolicyPort {
  protocol?: string;
  port?: number | string;
  endPort?: number;
}

interface PolicyPeer {
  podSelector?: LabelSelector;
  namespaceSelector?: LabelSelector;
  ipBlock?: IpBlock;
}

interface IpBlock {
  cidr?: string;
  except?: string[];
}

const PROTOCOLS = ['TCP', 'UDP', 'SCTP'];
const POLICY_TYPES = ['Ingress', 'Egress'];
const DIRECTIONS = [
  ['ingress', 'from'],
  ['egress', 'to'],
] as const;

/** All rules of both directions with the field that each is. */
export function rulesOf(spec: Readonly<NetworkPolicySpec>, path: string): [PolicyRule, string][] {
  return DIRECTIONS.flatMap(([list]) =>
    (spec[list] ?? []).map((rule, i): [PolicyRule, string] => [rule, `${path}.${list}[${i}]`]),
  );
}

/** The blocks of all peers, with the field that each is. */
export function ipBlocksOf(spec: Readonly<NetworkPolicySpec>, path: string): [IpBlock, string][] {
  return rulesOf(spec, path).flatMap(([rule, field]) =>
    peersOf(rule, field).flatMap(([{ ipBlock }, place]): [IpBlock, string][] =>
      ipBlock ? [[ipBlock, `${place}.ipBlock`]] : [],
    ),
  );
}

function peersOf(rule: Readonly<PolicyRule>, path: string): [PolicyPeer, string][] {
  return DIRECTIONS.flatMap(([, list]) =>
    (rule[list] ?? []).map((peer, i): [PolicyPeer, string] => [peer, `${path}.${list}[${i}]`]),
  );
}

/** `known` are ranges that were there before: older rules accepted them, and they stay. */
export function validateNetworkPolicySpec(
  spec: Readonly<NetworkPolicySpec>,
  path: string,
  known: ReadonlySet<string>,
): StatusCause[] {
  return [
    ...validateLabelSelector(spec.podSelector, `${path}.podSelector`),
    ...rulesOf(spec, path).flatMap(([rule, field]) => [
      ...(rule.ports ?? []).flatMap((port, i) => validatePort(port, `${field}.ports[${i}]`)),
      ...peersOf(rule, field).flatMap(([peer, place]) => validatePeer(peer, place, known)),
    ]),
    ...validatePolicyTypes(spec.policyTypes ?? [], `${path}.policyTypes`),
  ];
}

function validatePolicyTypes(types: readonly string[], field: string): StatusCause[] {
  if (types.length > POLICY_TYPES.length)
    return [invalidValue(field, types, 'may not specify more than two policyTypes')];
  return types.flatMap((type, i) =>
    POLICY_TYPES.includes(type) ? [] : [notSupported(`${field}[${i}]`, type, POLICY_TYPES)],
  );
}

function validatePort(
  { protocol = 'TCP', port, endPort }: Readonly<PolicyPort>,
  path: string,
): StatusCause[] {
  return [
    ...(PROTOCOLS.includes(protocol) ? [] : [notSupported(`${path}.protocol`, protocol, PROTOCOLS)]),
    ...(typeof port === 'number' ? validateNumbers(port, endPort, path) : []),
    ...(typeof port !== 'number' && endPort !== undefined
      ? [invalidValue(`${path}.endPort`, endPort, `may not be specified when \`port\` is ${whyNoEnd(port)}`)]
      : []),
    ...(typeof port === 'string' ? malformed(`${path}.port`, port, portName(port)) : []),
  ];
}

function whyNoEnd(port: string | undefined): string {
  return port === undefined ? 'not specified' : 'non-numeric';
}

function validateNumbers(port: number, endPort: number | undefined, path: string): StatusCause[] {
  const ofPort = malformed(`${path}.port`, port, portNumber(port));
  if (endPort === undefined) return ofPort;
  return [
    ...ofPort,
    ...(endPort < port
      ? [invalidValue(`${path}.endPort`, port, 'must be greater than or equal to `port`')]
      : []),
    ...malformed(`${path}.endPort`, endPort, portNumber(endPort)),
  ];
}

function validatePeer(peer: Readonly<PolicyPeer>, path: string, known: ReadonlySet<string>): StatusCause[] {
  const { podSelector, namespaceSelector, ipBlock } = peer;
  const count = [podSelector, namespaceSelector, ipBlock].filter((each) => each !== undefined).length;
  return [
    ...validateLabelSelector(podSelector, `${path}.podSelector`),
    ...validateLabelSelector(namespaceSelector, `${path}.namespaceSelector`),
    ...(ipBlock ? validateIpBlock(ipBlock, `${path}.ipBlock`, known) : []),
    ...(count === 0 ? [required(path, 'must specify a peer')] : []),
    ...(count > 1 && ipBlock ? [forbidden(path, 'may not specify both ipBlock and another peer')] : []),
  ];
}

function validateIpBlock(
  { cidr = '', except = [] }: Readonly<IpBlock>,
  path: string,
  known: ReadonlySet<string>,
): StatusCause[] {
  if (cidr === '') return [required(`${path}.cidr`)];
  const outer = parseCidr(cidr);
  const ofForm = validateCidr(cidr, `${path}.cidr`, known);
  if (outer === undefined) return ofForm;
  return [
    ...ofForm,
    ...except.flatMap((each, i) => {
      const field = `${path}.except[${i}]`;
      const inner = parseCidr(each);
      const isPart =
        inner === undefined || (outer.contains(inner.first) && outer.prefixLength < inner.prefixLength);
      return [
        ...validateCidr(each, field, known),
        ...(isPart ? [] : [invalidValue(field, each, 'must be a strict subset of `cidr`')]),
      ];
    }),
  ];
}

function validateCidr(value: string, field: string, known: ReadonlySet<string>): StatusCause[] {
  return known.has(value) ? [] : malformed(field, value, cidrFormat(value));
}
