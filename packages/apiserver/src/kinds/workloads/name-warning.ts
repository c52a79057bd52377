import { dnsLabel } from '../fields/name-format.ts';

/** Names of Pods and hosts are made of it. */
export function nameWarnings(name: string): string[] {
  const reasons = dnsLabel(name);
  if (reasons.length === 0) return [];
  return [
    `metadata.name: this is used in Pod names and hostnames, which can result in surprising behavior; a DNS label is recommended: [${reasons.join(' ')}]`,
  ];
}
