import type { JsonObject } from '@banyan/patch';
import { DecodeError } from '../../decoding/decode-error.ts';
import { decodeObject, type DecodeOptions } from '../../decoding/decode-object.ts';
import { exactJson } from '../../decoding/json/exact-json.ts';
import type { NormalisedObject } from '../../decoding/normalise-object.ts';
import type { ServedResource } from '../../registry/served-resource.ts';

/**
 * An object that a patch or an apply made, read as if it had been sent. Throws DecodeErrors for what cannot be.
 * `custom`: what is done to objects of a definition, if that is not what is done to those that are sent.
 */
export function readAgain(
  made: JsonObject,
  { group, version, kind, custom: usual }: ServedResource,
  custom: DecodeOptions['custom'] = usual,
): NormalisedObject {
  try {
    const { object, warnings } = decodeObject(Buffer.from(exactJson(made)), {
      mediaType: 'json',
      expected: { group, version, kind },
      fieldValidation: 'Warn',
      ...(custom && { custom }),
    });
    object.metadata ??= {};
    return { object, findings: warnings };
  } catch (error) {
    throw new DecodeError((error as Error).message.replace(/^.*? cannot be handled as an? \S+: /, ''));
  }
}
