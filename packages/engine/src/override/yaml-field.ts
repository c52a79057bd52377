import { Document, parseDocument, type Node } from 'yaml';
import type { JsonValue } from '@banyan/patch';
import { OverrideProblem } from './override-problem.ts';
import { hasAliases, plainValue } from './yaml-aliases.ts';
import { newYamlNode, updateYamlNode } from './yaml-nodes.ts';
import { yamlValue } from './yaml-values.ts';

/** Long lines are not folded: nobody asked for it. */
const FORMAT = { lineWidth: 0 } as const;

/**
 * Patches a text of YAML. What the patch does not touch stays as its author wrote it: order, comments, and above all
 * scalars (`y`, `0644`, `1e3` come back letter by letter, whatever a reader takes them for).
 */
export function patchYamlText(text: string, patch: (value: JsonValue) => JsonValue): string {
  const document = parsed(text, 'failsafe');
  if (hasAliases(document)) return patchWithAliases(text, patch);
  const before = yamlValue(document.contents);
  const after = patch(before);
  if (after === before) return text;
  return rewritten(document, updateYamlNode({ node: document.contents, before, after }));
}

/** A changed anchor would change its aliases too, so they are written out. */
function patchWithAliases(text: string, patch: (value: JsonValue) => JsonValue): string {
  const before = plainValue(parsed(text, 'core'));
  const after = patch(before);
  return after === before ? text : rewritten(new Document(null, { schema: 'failsafe' }), newYamlNode(after));
}

function rewritten(document: Document, contents: Node): string {
  document.contents = contents;
  return document.toString(FORMAT);
}

type ParsedDocument = ReturnType<typeof parseDocument>;

function parsed(text: string, schema: 'core' | 'failsafe'): ParsedDocument {
  const document = parseDocument(text, { schema, merge: schema === 'core' });
  const [error] = document.errors;
  if (error === undefined) return document;
  const message = error.message.split('\n', 1)[0] ?? '';
  throw new OverrideProblem(`the field is not YAML: ${message.replace(/:$/, '')}`);
}
