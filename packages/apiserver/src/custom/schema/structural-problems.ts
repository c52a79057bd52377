import type { StatusCause } from '@banyan/api';
import { invalidValue } from '../../kinds/fields/field-error.ts';
import { defaultProblems } from './definition/default-problems.ts';
import { rootProblems } from './definition/root-rules.ts';
import { schemaProblems } from './definition/schema-walk.ts';
import { structuralRules } from './definition/structural-rules.ts';
import { unsupportedKeyword } from './definition/unsupported-keyword.ts';
import type { JsonSchemaProps } from './json-schema-props.ts';
import { RuleBudget } from './rules/rule-problems.ts';

export interface StructuralOptions {
  /** The version has a status subresource, which forbids some keywords at the root. */
  readonly hasStatus: boolean;
}

/**
 * What the real server says about a schema when a definition is written; empty if nothing is wrong. `path` is that
 * of the schema itself: `spec.validation.openAPIV3Schema`.
 */
export function structuralProblems(
  schema: JsonSchemaProps,
  path: string,
  { hasStatus }: StructuralOptions,
): StatusCause[] {
  const root = rootProblems(schema, path, hasStatus);
  const unsupported = unsupportedKeyword(schema);
  const structure = unsupported === undefined ? structuralProblemsOf(schema, path) : [];
  const budget = new RuleBudget(schema);
  // Rules are read only if the types that they are about are known.
  const isSound = unsupported === undefined && structure.length === 0;
  const keywords = schemaProblems(schema, path, {
    ...budget.scopes,
    root: isSound ? budget.root : undefined,
  });
  const causes = [...root, ...structure, ...keywords];
  if (causes.length === 0 && unsupported !== undefined) causes.push(invalidValue(path, '', unsupported));
  return [...causes, ...budget.totalProblems(path)];
}

function structuralProblemsOf(schema: JsonSchemaProps, path: string): StatusCause[] {
  const rules = structuralRules(schema, path);
  return rules.length > 0 ? rules : defaultProblems(schema, path);
}
