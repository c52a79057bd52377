import type { CustomResourceDefinition } from './custom-resource-definition.ts';
import { appsDefinition } from './apps-definition.ts';
import {
  BOOLEAN,
  CONDITIONS,
  FEED,
  INT32,
  LABEL_SELECTOR,
  listOf,
  object,
  oneOf,
  STRING,
  type Fields,
  told,
} from './apps-schemas.ts';

const OVERRIDE = object(
  {
    name: STRING,
    value: told('The patch, in YAML or JSON.', STRING),
    type: oneOf(
      'Helm',
      'JSONPatch',
      'MergePatch',
      'StrategicMergePatch',
      'FieldJSONPatch',
      'FieldMergePatch',
    ),
    overrideChart: told('With Helm: the HelmChart is changed, not its values.', BOOLEAN),
    fieldPath: told('With the Field types: a JSON pointer to the text that is patched.', STRING),
    fieldFormat: told('With the Field types: how that text is written.', oneOf('YAML', 'JSON')),
  },
  ['value', 'type'],
);

const FIELDS: Fields = {
  overridePolicy: told(
    'ApplyNow: a change takes effect at once. ApplyLater: with the next change of something else.',
    { ...oneOf('ApplyNow', 'ApplyLater'), default: 'ApplyLater' },
  ),
  overrides: told('One after the other: the later wins.', listOf(OVERRIDE)),
  priority: told('The greater comes later, and so wins.', {
    ...INT32,
    minimum: 0,
    maximum: 1000,
    default: 500,
  }),
  feed: told('The template that is changed.', FEED),
};
const STATUS = object({ conditions: CONDITIONS });

export function localizationDefinition(): CustomResourceDefinition {
  return appsDefinition({
    kind: 'Localization',
    plural: 'localizations',
    description: 'Changes a template for the cluster whose namespace this is in.',
    shortNames: ['loc', 'local'],
    properties: { spec: object(FIELDS, ['feed']), status: STATUS },
    required: ['spec'],
  });
}

export function globalizationDefinition(): CustomResourceDefinition {
  return appsDefinition({
    kind: 'Globalization',
    plural: 'globalizations',
    description: 'Changes a template for all clusters, or for those that are selected.',
    shortNames: ['glob', 'global'],
    scope: 'Cluster',
    properties: { spec: object({ ...FIELDS, clusterAffinity: LABEL_SELECTOR }, ['feed']), status: STATUS },
    required: ['spec'],
  });
}
