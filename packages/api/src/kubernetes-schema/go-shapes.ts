import stored from '../../generated/go-shapes.json' with { type: 'json' };
import { GoTypeLinker } from './go-type-linker.ts';
import type { GoType, StoredGoShapes } from './go-type.ts';

/* Imported, and linked only when asked for, for the reasons given in kubernetes-schema.ts. */
let linker: GoTypeLinker | undefined;

/**
 * The type in Kubernetes' own code behind a definition (`io.k8s.api.core.v1.PodSpec`): what its decoder does with a
 * body, and what its encoder writes, follow from it. Undefined for what is no definition.
 */
export function goType(definition: string): GoType | undefined {
  linker ??= new GoTypeLinker(stored as unknown as StoredGoShapes);
  return linker.ofDefinition(definition);
}
