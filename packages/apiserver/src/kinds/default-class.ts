import type { KubeObject } from '@banyan/api';
import type { GroupResource } from '../errors/api-error.ts';
import type { KindEnvironment } from './kind-environment.ts';

export interface DefaultClassRule {
  readonly of: GroupResource;
  /** Any of them, if `true`, makes a class the default. */
  readonly annotations: readonly string[];
}

/** The name of the class that those get who name none: the newest of the defaults. */
export function defaultClass(
  environment: KindEnvironment,
  { of, annotations }: DefaultClassRule,
): string | undefined {
  let newest: Readonly<KubeObject> | undefined;
  for (const each of environment.list(of)) {
    const isDefault = annotations.some((key) => each.metadata.annotations?.[key] === 'true');
    if (isDefault && (newest === undefined || comesBefore(each, newest))) newest = each;
  }
  return newest?.metadata.name;
}

function comesBefore({ metadata: a }: Readonly<KubeObject>, { metadata: b }: Readonly<KubeObject>): boolean {
  const [aTime, bTime] = [a.creationTimestamp ?? '', b.creationTimestamp ?? ''];
  return aTime === bTime ? (a.name ?? '') < (b.name ?? '') : aTime > bTime;
}
