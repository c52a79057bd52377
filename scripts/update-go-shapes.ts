/** Writes packages/api/generated/go-shapes.json from Kubernetes' published Go modules. Needs Go. */
import { writeFileSync } from 'node:fs';
import { GO_SHAPES_FILE, readGoShapes } from './go-shapes/read-go-shapes.ts';

const text = readGoShapes();
writeFileSync(GO_SHAPES_FILE, text);
console.log(`${text.length} bytes in ${GO_SHAPES_FILE}`);
