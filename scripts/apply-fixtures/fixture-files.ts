import { join } from 'node:path';

export const FIXTURE_FOLDER = join(import.meta.dirname, '../../packages/patch/generated');

export function fixtureFile(name: string): string {
  return join(FIXTURE_FOLDER, `structured-merge-${name}.json`);
}

/** The built-in kinds of some fixtures, for which published schemas are kept; Scale is written through them. */
export function builtinKinds(
  fixtures: readonly { readonly apiVersion: string; readonly kind: string; readonly definition?: object }[],
): string[] {
  const builtin = fixtures.filter(({ definition }) => definition === undefined);
  return [...builtin.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`), 'autoscaling/v1 Scale'];
}
