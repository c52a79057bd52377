/** Writes packages/apiserver/generated/protobuf-bodies.json with Kubernetes' published Go modules. Needs Go. */
import { writeFileSync } from 'node:fs';
import { encodeBodies, PROTOBUF_BODIES_FILE } from './protobuf-fixtures/encode-bodies.ts';

const text = encodeBodies();
writeFileSync(PROTOBUF_BODIES_FILE, text);
console.log(`${text.length} bytes in ${PROTOBUF_BODIES_FILE}`);
