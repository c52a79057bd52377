import { NONE } from './cell-text.ts';
import { AGE, columnsFor, NAME, text, type KindColumn, type Shown } from './column.ts';
import type { Condition } from './pod-shape.ts';

interface FlowSchema extends Shown {
  readonly spec?: {
    readonly priorityLevelConfiguration?: { readonly name?: string };
    readonly matchingPrecedence?: number;
    readonly distinguisherMethod?: { readonly type?: string };
  };
  readonly status?: { readonly conditions?: readonly Condition[] };
}

export const FLOW_SCHEMA_COLUMNS = columnsFor<FlowSchema>([
  NAME,
  text(
    'PriorityLevel',
    'The level its requests get',
    ({ spec }) => spec?.priorityLevelConfiguration?.name ?? '',
  ),
  text(
    'MatchingPrecedence',
    'The lower, the earlier it is asked',
    ({ spec }) => spec?.matchingPrecedence ?? 0,
  ),
  text('DistinguisherMethod', 'What tells its flows apart', ({ spec }) =>
    spec?.distinguisherMethod === undefined ? NONE : (spec.distinguisherMethod.type ?? ''),
  ),
  AGE,
  text('MissingPL', 'Whether its level is not there', ({ status }) => {
    const found = (status?.conditions ?? []).find(({ type }) => type === 'Dangling');
    return found === undefined ? '?' : (found.status ?? '');
  }),
]);

interface Queuing {
  readonly queues?: number;
  readonly handSize?: number;
  readonly queueLengthLimit?: number;
}

interface PriorityLevel extends Shown {
  readonly spec?: {
    readonly type?: string;
    readonly limited?: {
      readonly nominalConcurrencyShares?: number;
      readonly limitResponse?: { readonly queuing?: Queuing };
    };
  };
}

export const PRIORITY_LEVEL_COLUMNS = columnsFor<PriorityLevel>([
  NAME,
  text('Type', 'Whether it is limited', ({ spec }) => spec?.type ?? ''),
  text('NominalConcurrencyShares', 'Its share of the requests at once', ({ spec }) =>
    spec?.limited === undefined ? NONE : (spec.limited.nominalConcurrencyShares ?? 0),
  ),
  queuing('Queues', 'How many queues it has', 'queues'),
  queuing('HandSize', 'Queues that one flow may use', 'handSize'),
  queuing('QueueLengthLimit', 'Requests that may wait in a queue', 'queueLengthLimit'),
  AGE,
]);

function queuing(name: string, description: string, field: keyof Queuing): KindColumn<PriorityLevel> {
  return text(name, description, ({ spec }) => {
    const settings = spec?.limited?.limitResponse?.queuing;
    return settings === undefined ? NONE : (settings[field] ?? 0);
  });
}
