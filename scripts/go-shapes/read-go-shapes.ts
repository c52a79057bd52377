import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { kubernetesVersion, type StoredGoShapes, type StoredGoStruct } from '@banyan/api';
import { collectGoShapes } from './collect-go-shapes.ts';
import { downloadedModules, GoPackages } from './go-packages.ts';

const generated = join(import.meta.dirname, '../../packages/api/generated');

export const GO_SHAPES_FILE = join(generated, 'go-shapes.json');

/** The text of `go-shapes.json`, from the Go modules of the release that the schemas are of. Needs Go. */
export function readGoShapes(): string {
  const definitions = JSON.parse(
    readFileSync(join(generated, 'kubernetes/definitions.json'), 'utf8'),
  ) as object;
  // Release v1.36.3 is published to Go as v0.36.3.
  const packages = new GoPackages(downloadedModules(kubernetesVersion().replace(/^v1\./, 'v0.')));
  return goShapesText(collectGoShapes(Object.keys(definitions), packages));
}

/** One type a line, so that a change of Kubernetes shows as the lines that changed. */
function goShapesText({ packages, types }: StoredGoShapes): string {
  const groups = Object.entries(types).map(
    ([prefix, named]) => `${JSON.stringify(prefix)}:{\n${typeLines(named)}\n}`,
  );
  return `{"packages":${JSON.stringify(packages)},\n"types":{\n${groups.join(',\n')}\n}}\n`;
}

function typeLines(types: Readonly<Record<string, string | StoredGoStruct>>): string {
  return Object.entries(types)
    .map(([name, shape]) => `${JSON.stringify(name)}:${JSON.stringify(shape)}`)
    .join(',\n');
}
