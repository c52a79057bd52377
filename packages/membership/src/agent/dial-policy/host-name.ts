import { isIP, isIPv6, SocketAddress } from 'node:net';

const LABEL = /^[a-z0-9_]([-a-z0-9_]*[a-z0-9_])?$/i;
/** What name resolution takes for an IPv4 address though it is not written as one: 2130706433, 0177.1, 0x7f.0.0.1. */
const NUMBER = /^(0x[0-9a-f]*|\d+)$/i;
const CLUSTER_DOMAIN = /\.svc\.cluster\.local$/;

/** One form for one name: small letters, no dot at the end, Services without the cluster's domain. */
export function hostName(host: string): string {
  return host.toLowerCase().replace(/\.$/, '').replace(CLUSTER_DOMAIN, '.svc');
}

/** True for what can only be a DNS name. */
export function isName(host: string): boolean {
  const labels = host.replace(/\.$/, '').split('.');
  return (
    host.length <= 253 && labels.every((label) => LABEL.test(label)) && !NUMBER.test(labels.at(-1) ?? '')
  );
}

/** An address in one form: `::FFFF:7f00:1` is 127.0.0.1. What is no address stays as it is. */
export function plainAddress(address: string): string {
  if (!isIPv6(address) || address.includes('%')) return address;
  const { address: canonical } = new SocketAddress({ address, family: 'ipv6' });
  const [, dotted, high = '', low = ''] =
    /^::ffff:(?:(\d+\.\d+\.\d+\.\d+)|([0-9a-f]{1,4}):([0-9a-f]{1,4}))$/i.exec(canonical) ?? [];
  if (dotted !== undefined && isIP(dotted) === 4) return dotted;
  return high === '' ? canonical : ipv4Of(Number.parseInt(high, 16), Number.parseInt(low, 16));
}

function ipv4Of(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
