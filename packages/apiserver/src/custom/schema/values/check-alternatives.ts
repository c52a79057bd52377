import { quoted } from '../../../kinds/fields/go-text.ts';
import type { JsonSchemaProps } from '../json-schema-props.ts';
import { plainFinding } from './check-number.ts';
import { Findings, type CheckContext, type ValueCheck } from './findings.ts';

type Compile = (schema: JsonSchemaProps) => ValueCheck;

/** anyOf, oneOf, allOf and not. Undefined if there is none of them. */
export function checkAlternatives(
  { anyOf = [], oneOf = [], allOf = [], not }: JsonSchemaProps,
  compile: Compile,
): ValueCheck | undefined {
  const checks = [
    ...(anyOf.length > 0 ? [checkAny(anyOf.map(compile))] : []),
    ...(oneOf.length > 0 ? [checkOne(oneOf.map(compile))] : []),
    ...(allOf.length > 0 ? [checkAll(allOf.map(compile))] : []),
    ...(not ? [checkNot(compile(not))] : []),
  ];
  if (checks.length === 0) return undefined;
  return (context, value, path) => {
    for (const check of checks) check(context, value, path);
  };
}

function checkAny(checks: readonly ValueCheck[]): ValueCheck {
  return (context, value, path) => {
    let best: Findings | undefined;
    for (const check of checks) {
      const found = apart(check, context, value, path);
      if (found.isValid) {
        context.findings.merge(found);
        return;
      }
      if (best === undefined || found.matches > best.matches) best = found;
    }
    say(context, `${quoted(path)} must validate at least one schema (anyOf)`);
    if (best) context.findings.merge(best);
  };
}

function checkOne(checks: readonly ValueCheck[]): ValueCheck {
  return (context, value, path) => {
    const all = checks.map((check) => apart(check, context, value, path));
    const valid = all.filter((found) => found.isValid);
    const [only] = valid;
    if (valid.length === 1 && only) {
      context.findings.merge(only);
      return;
    }
    const how = valid.length === 0 ? 'Found none valid' : `Found ${valid.length} valid alternatives`;
    say(context, `${quoted(path)} must validate one and only one schema (oneOf). ${how}`);
    if (valid.length === 0) {
      const best = all.reduce((a, b) => (b.matches > a.matches ? b : a));
      context.findings.merge(best);
    }
  };
}

function checkAll(checks: readonly ValueCheck[]): ValueCheck {
  return (context, value, path) => {
    let valid = 0;
    for (const check of checks) {
      const found = apart(check, context, value, path);
      if (found.isValid) valid++;
      context.findings.merge(found);
    }
    if (valid === checks.length) return;
    say(
      context,
      `${quoted(path)} must validate all the schemas (allOf)${valid === 0 ? '. None validated' : ''}`,
    );
  };
}

function checkNot(check: ValueCheck): ValueCheck {
  return (context, value, path) => {
    if (apart(check, context, value, path).isValid)
      say(context, `${quoted(path)} must not validate the schema (not)`);
  };
}

function apart(check: ValueCheck, context: CheckContext, value: unknown, path: string): Findings {
  const findings = new Findings();
  check({ ...context, findings }, value, path);
  return findings;
}

function say(context: CheckContext, why: string): void {
  context.findings.add(why, plainFinding(context, why));
}
