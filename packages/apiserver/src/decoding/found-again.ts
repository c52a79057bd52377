import assert from 'node:assert/strict';

/** Set by the server whatever the client sends, dropped by the kind's own rules, or never shown. */
const NOT_THE_CLIENTS = new Set(
  `status stringData data metadata.uid metadata.resourceVersion metadata.creationTimestamp metadata.managedFields
   metadata.generation metadata.selfLink metadata.deletionTimestamp metadata.deletionGracePeriodSeconds
   metadata.namespace metadata.ownerReferences spec.dataSource spec.dataSourceRef`.split(/\s+/),
);

/** Of a `Warning:` header those that decoding gives. Headers are read as Latin-1. */
export function warningsOfDecoding(header: string | undefined): string[] {
  const text = Buffer.from(header ?? '', 'latin1').toString();
  const warnings = Array.from(
    text.matchAll(/299 - ("(?:[^"\\]|\\.)*")/g),
    ([, quoted]) => JSON.parse(quoted ?? '""') as string,
  );
  return warnings.filter((warning) => /^(unknown|duplicate) field|already set in map/.test(warning));
}

/** Fails unless what was decoded is in what the real server answered, defaults aside. */
export function assertFoundAgain(sent: unknown, answered: unknown, path: string): void {
  // What is zero may be filled in.
  if (NOT_THE_CLIENTS.has(path) || sent === null || sent === '' || sent === 0) return;
  if (typeof answered === 'string' && /^<[\w-]+>/.test(answered)) return;
  if (typeof sent !== 'object') {
    assert.deepEqual(answered, sent, path);
    return;
  }
  assert.equal(typeof answered, 'object', `${path} is gone`);
  for (const [key, value] of Object.entries(sent)) {
    const inner = (answered as Record<string, unknown> | null)?.[key];
    assertFoundAgain(value, inner, path === '' ? key : `${path}.${key}`);
  }
}
