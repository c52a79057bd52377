import { NONE, orElse } from './cell-text.ts';
import { AGE, columnsFor, NAME, text, wide, type KindColumn, type Shown } from './column.ts';
import { humanDuration } from '@banyan/api/human-duration';
import type { Condition } from './pod-shape.ts';

interface Binding extends Shown {
  readonly roleRef?: { readonly kind?: string; readonly name?: string };
  readonly subjects?: readonly {
    readonly kind?: string;
    readonly namespace?: string;
    readonly name?: string;
  }[];
}

export const ROLE_BINDING_COLUMNS = columnsFor<Binding>([
  NAME,
  text('Role', 'The role that it gives', ({ roleRef }) => `${roleRef?.kind ?? ''}/${roleRef?.name ?? ''}`),
  AGE,
  subjects('Users', 'User'),
  subjects('Groups', 'Group'),
  subjects('ServiceAccounts', 'ServiceAccount'),
]);

function subjects(name: string, wanted: string): KindColumn<Binding> {
  return wide(
    text(name, `${name} that it gives the role to`, ({ subjects: all = [] }) =>
      all
        .filter(({ kind }) => kind === wanted)
        .map((one) =>
          wanted === 'ServiceAccount' ? `${one.namespace ?? ''}/${one.name ?? ''}` : (one.name ?? ''),
        )
        .join(', '),
    ),
  );
}

interface SigningRequest extends Shown {
  readonly spec?: {
    readonly signerName?: string;
    readonly username?: string;
    readonly expirationSeconds?: number;
  };
  readonly status?: { readonly conditions?: readonly Condition[]; readonly certificate?: string };
}

export const SIGNING_REQUEST_COLUMNS = columnsFor<SigningRequest>([
  NAME,
  AGE,
  text('SignerName', 'Who is to sign', ({ spec }) => orElse(spec?.signerName, NONE)),
  text('Requestor', 'Who asks', ({ spec }) => spec?.username ?? ''),
  text('RequestedDuration', 'How long the certificate is to be good', ({ spec }) =>
    spec?.expirationSeconds === undefined ? NONE : humanDuration(spec.expirationSeconds * 1000),
  ),
  text('Condition', 'How far it is', signingState),
]);

function signingState({ status = {} }: SigningRequest): string {
  const has = (wanted: string) => (status.conditions ?? []).some(({ type }) => type === wanted);
  const verdict = has('Denied') ? 'Denied' : has('Approved') ? 'Approved' : 'Pending';
  return [verdict, ...(has('Failed') ? ['Failed'] : []), ...(status.certificate ? ['Issued'] : [])].join(',');
}
