import type { KubeObject } from '@banyan/api';
import { applyOverrides } from '../override/apply-overrides.ts';
import type { Member } from '../words/member.ts';
import { identityKey, identityOf } from '../words/object-identity.ts';
import type { Override } from '../words/override.ts';
import type { Template, Work, WorkFailure, WorkObject } from '../words/work.ts';

/** Put on every object that goes to a member, over what the template and the overrides say. */
export interface Marks {
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

export interface WorkRequest {
  readonly member: Member;
  /** Already trimmed (`trimStored`), once for all members. */
  readonly templates: readonly Template[];
  /** Those of a template for this member, in their order. */
  readonly overridesOf: (template: Template) => readonly Override[];
  readonly marks: Marks;
  /** What a template was rendered to when it last could be, undefined if never. It takes the place of a failure. */
  readonly lastGood: (template: string) => KubeObject | undefined;
  /** Whether to find out which override changed what. */
  readonly withChanges?: boolean;
}

/**
 * The templates of an intent as the member is to have them. A template whose overrides do not fit keeps its last good
 * object, all of it, and holds back no other. A template that is named twice is rendered once.
 */
export function renderWork(request: WorkRequest): Work {
  const { member, templates, overridesOf, marks, lastGood, withChanges = false } = request;
  const objects: WorkObject[] = [];
  const failures: WorkFailure[] = [];
  const templateOf = new Map<string, string>();
  const add = (rendered: WorkObject): void => {
    const identity = identityKey(identityOf(rendered.object));
    const other = templateOf.get(identity);
    if (other === undefined) {
      templateOf.set(identity, rendered.template);
      objects.push(rendered);
    } else if (other !== rendered.template) {
      failures.push(sameObject(rendered.template, other));
    }
  };
  for (const template of templates) {
    const { key } = template;
    const result = applyOverrides({
      object: template.object,
      member,
      overrides: overridesOf(template),
      withChanges,
    });
    if ('failure' in result) {
      const kept = lastGood(key);
      failures.push({ ...result.failure, template: key, isKept: kept !== undefined });
      if (kept !== undefined) add({ template: key, object: kept });
      continue;
    }
    const object = marked(result.object, marks);
    const changes = withChanges ? { changes: result.changes } : {};
    add({ template: key, object, ...changes });
  }
  return { member: member.name, objects, failures };
}

/** Overrides may rename: two templates that become one object would take turns at it. */
function sameObject(template: string, other: string): WorkFailure {
  const message = `${other} is rendered to the same object`;
  return { template, source: template, path: '/metadata/name', message, isKept: false };
}

function marked(object: KubeObject, { labels, annotations }: Marks): KubeObject {
  const { metadata } = object;
  return {
    ...object,
    metadata: {
      ...metadata,
      labels: { ...metadata.labels, ...labels },
      annotations: { ...metadata.annotations, ...annotations },
    },
  };
}
