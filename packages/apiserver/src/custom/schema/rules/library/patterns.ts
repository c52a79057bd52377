import type { Environment } from '@marcbachmann/cel-js';
import { compileGoPattern, type GoPattern } from '../../go-pattern.ts';
import { meter } from '../meter.ts';
import { addFunctions, addOverrides, evaluationProblem } from './register.ts';

/** Patterns are mostly literals of rules, so few. */
const MAX_KEPT = 500;
const kept = new Map<string, GoPattern>();

function compiled(source: string): GoPattern {
  const known = kept.get(source);
  if (known !== undefined) return known;
  let pattern: GoPattern;
  try {
    pattern = compileGoPattern(source);
  } catch (error) {
    throw evaluationProblem(`Illegal regex: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (kept.size >= MAX_KEPT) kept.clear();
  kept.set(source, pattern);
  return pattern;
}

export function addPatterns(environment: Environment): void {
  addFunctions(environment, {
    'string.find(string): string': (text: string, pattern: string) => findAll(text, pattern, 1n)[0] ?? '',
    'string.findAll(string): list<string>': (text: string, pattern: string) => findAll(text, pattern, -1n),
    'string.findAll(string, int): list<string>': findAll,
  });
  addOverrides(environment, {
    'string.matches(string): bool': matches,
    'matches(string, string): bool': matches,
  });
}

function matches(text: string, pattern: string): boolean {
  charge(text, pattern);
  return compiled(pattern).test(text);
}

/** A negative limit is none. */
function findAll(text: string, pattern: string, limit: bigint): string[] {
  charge(text, pattern);
  return compiled(pattern).findAll(text, limit < 0n ? Infinity : Number(limit));
}

function charge(text: string, pattern: string): void {
  meter.charge(Math.ceil(((text.length + 1) / 10) * (pattern.length / 4)));
}
