import { isSeq, parseDocument, type Tags } from 'yaml';
import type { JsonValue } from '@banyan/patch';
import { valueAt } from '../pointer/json-pointer.ts';
import { OverrideProblem } from './override-problem.ts';
import { hasAliases, plainValue } from './yaml-aliases.ts';
import { yamlValue } from './yaml-values.ts';

/**
 * The patch that a user wrote as YAML or JSON, read as kubectl reads manifests (YAML 1.1: `0644` is octal). Undefined if
 * nothing is written. Throws OverrideProblem.
 */
export function readPatch(text: string): JsonValue | undefined {
  if (text.trim() === '') return undefined;
  const document = parseDocument(text, { version: '1.1', customTags: withoutOddTypes });
  checkErrors(document.errors);
  return plainValue(document) ?? undefined;
}

/** kubectl leaves dates and times of day the texts that they are, and JSON has neither sets nor bytes. */
function withoutOddTypes(tags: Tags): Tags {
  return tags.filter(
    (tag) =>
      typeof tag === 'string' ||
      (tag.format !== 'TIME' && !/:(?:timestamp|binary|set|omap|pairs)$/.test(tag.tag)),
  );
}

/**
 * The patch of a text of YAML: what it sets is written there as its author wrote it, and whether `on` is true is for the
 * reader of that text to say. Otherwise as `readPatch`.
 */
export function readYamlFieldPatch(text: string): JsonValue | undefined {
  if (text.trim() === '') return undefined;
  const document = parseDocument(text, { schema: 'failsafe' });
  checkErrors(document.errors);
  if (hasAliases(document)) return readPatch(text);
  const { contents } = document;
  if (contents === null) return undefined;
  if (!isSeq(contents)) return yamlValue(contents, true) ?? undefined;
  return contents.items.map((operation) => {
    const plain = yamlValue(operation);
    return valueAt(plain, ['op']) === 'test' ? plain : yamlValue(operation, true);
  });
}

function checkErrors([error]: readonly Error[]): void {
  if (error === undefined) return;
  const [line = ''] = error.message.split('\n', 1);
  throw new OverrideProblem(`the value is neither YAML nor JSON: ${line.replace(/:$/, '')}`);
}
