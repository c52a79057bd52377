import { join } from 'node:path';
import { formatApiVersion } from '@banyan/api';
import { fullBodies } from '../../packages/apiserver/src/decoding/protobuf/full-bodies.ts';
import { encodeWithGo } from './go-encoder.ts';

export const PROTOBUF_BODIES_FILE = join(
  import.meta.dirname,
  '../../packages/apiserver/generated/protobuf-bodies.json',
);

/** The text of `protobuf-bodies.json`: a full body of every kind, as Kubernetes' own code writes it. Needs Go. */
export function encodeBodies(): string {
  const bodies = fullBodies();
  const encoded = encodeWithGo(bodies.map(({ body }) => JSON.stringify(body)));
  const lines = bodies.map(({ expected }, index) => {
    const name = `${formatApiVersion(expected)} ${expected.kind}`;
    const found = encoded[index];
    if (found === undefined || 'error' in found) throw new Error(`${name}: ${found?.error}`);
    return `${JSON.stringify(name)}:${JSON.stringify(found.protobuf)}`;
  });
  return `{\n${lines.join(',\n')}\n}\n`;
}
