import { Findings, type CheckContext, type ValueCheck } from './findings.ts';

/** Checks a value, and forgets what was found if the value was the same before: a schema may become stricter. */
export function ratcheted(check: ValueCheck, context: CheckContext, value: unknown, path: string): void {
  if (context.correlation === undefined) {
    check(context, value, path);
    return;
  }
  const findings = new Findings();
  check({ ...context, findings }, value, path);
  if (!findings.isValid && context.correlation.isEqual) context.findings.matches += findings.matches;
  else context.findings.merge(findings);
}
