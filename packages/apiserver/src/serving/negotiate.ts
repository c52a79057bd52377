import { ApiError } from '../errors/api-error.ts';

/** In which form an answer goes out. */
export interface Representation {
  readonly mediaType: 'application/json' | 'application/yaml' | typeof PROTOBUF;
  /** What the objects are turned into, if the client asked for another kind of view. */
  readonly as: ObjectView | undefined;
  readonly pretty: boolean;
}

export interface ObjectView {
  readonly kind: 'Table' | 'PartialObjectMetadata' | 'PartialObjectMetadataList';
  readonly version: string;
}

interface AcceptClause {
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly quality: number;
}

export const JSON_REPRESENTATION: Representation = {
  mediaType: 'application/json',
  as: undefined,
  pretty: false,
};

export const PROTOBUF = 'application/vnd.kubernetes.protobuf';
const SPOKEN = ['application/json', 'application/yaml'];
/** What Kubernetes names to whoever asks for something else. */
export const NAMED_MEDIA_TYPES = [...SPOKEN, PROTOBUF];
const STREAMS = ['application/json;stream=watch', `${PROTOBUF};stream=watch`];

const VIEWS = new Set(['Table', 'PartialObjectMetadata', 'PartialObjectMetadataList']);
const VIEW_VERSIONS = new Set(['v1', 'v1beta1']);

export interface NegotiationRequest {
  readonly accept: string | undefined;
  readonly query: URLSearchParams;
  readonly userAgent: string;
  /** Lists can be watched, so their paths offer streams too. */
  readonly isCollection: boolean;
  /** False for what is never kept: it has no metadata and no rows. */
  readonly hasViews?: boolean;
}

/**
 * Chooses from an Accept header; throws 406 when nothing in it can be had. Objects are kept as JSON, so protobuf is for
 * who takes nothing else.
 */
export function negotiate(request: NegotiationRequest): Representation {
  const { accept, query, userAgent, isCollection, hasViews = true } = request;
  const clauses = parseAccept(accept === undefined || accept === '' ? '*/*' : accept);
  const known = clauses.filter(({ type }) => mediaTypeOf(type) !== undefined);
  for (const { type, parameters } of known) {
    const mediaType = mediaTypeOf(type);
    const view = viewOf(parameters);
    if (mediaType === undefined || view === 'unknown' || (view !== undefined && !hasViews)) continue;
    return {
      mediaType,
      as: view,
      pretty: isPretty(query.get('pretty') ?? parameters.get('pretty'), userAgent),
    };
  }
  const protobuf = clauses.filter(({ type }) => type === PROTOBUF);
  if (protobuf.some(({ parameters }) => viewOf(parameters) === undefined))
    return { mediaType: PROTOBUF, as: undefined, pretty: false };
  throw known.length > 0 || protobuf.length > 0 ? onlyThese(NAMED_MEDIA_TYPES) : notAcceptable(isCollection);
}

/** For documents that can be had in one form alone. */
export function requireAccepted(accept: string | undefined, mediaType: string): void {
  const types = parseAccept(accept === undefined || accept === '' ? '*/*' : accept).map(({ type }) => type);
  if (types.includes('*/*') || types.includes(mediaType)) return;
  throw noneOf([mediaType]);
}

/** For what cannot be had as protobuf: custom kinds, in the real server's words, and here streams. */
export function notAsProtobuf(isStream: boolean): ApiError {
  return onlyThese(isStream ? SPOKEN : NAMED_MEDIA_TYPES);
}

function onlyThese(offered: readonly string[]): ApiError {
  const message = `only the following media types are accepted: ${offered.join(', ')}`;
  return new ApiError({ code: 406, reason: 'NotAcceptable', message });
}

function notAcceptable(isCollection: boolean): ApiError {
  return noneOf(isCollection ? [...NAMED_MEDIA_TYPES, ...STREAMS] : NAMED_MEDIA_TYPES);
}

function noneOf(offered: readonly string[]): ApiError {
  const message = `406: Not Acceptable\n\nAvailable representations: ${offered.join(', ')}`;
  return new ApiError({ code: 406, reason: 'NotAcceptable', message, details: {} });
}

/** The best liked first. */
export function parseAccept(header: string): AcceptClause[] {
  const clauses = header.split(',').map((text) => {
    const [type = '', ...rest] = text.split(';').map((part) => part.trim());
    const parameters = new Map(rest.map((part) => splitOnce(part)));
    return { type: type.toLowerCase(), parameters, quality: Number(parameters.get('q') ?? '1') };
  });
  return clauses.toSorted((a, b) => b.quality - a.quality);
}

function splitOnce(parameter: string): [string, string] {
  const equals = parameter.indexOf('=');
  return equals < 0 ? [parameter, ''] : [parameter.slice(0, equals), parameter.slice(equals + 1)];
}

function mediaTypeOf(type: string): Representation['mediaType'] | undefined {
  switch (type) {
    case '*/*':
    case 'application/json':
      return 'application/json';
    case 'application/yaml':
      return 'application/yaml';
    default:
      return undefined;
  }
}

function viewOf(parameters: ReadonlyMap<string, string>): ObjectView | undefined | 'unknown' {
  const kind = parameters.get('as');
  if (kind === undefined) return undefined;
  const version = parameters.get('v') ?? '';
  const known = VIEWS.has(kind) && parameters.get('g') === 'meta.k8s.io' && VIEW_VERSIONS.has(version);
  return known ? { kind: kind as 'Table', version } : 'unknown';
}

/** People look with these; programs do not want to pay for the spaces. */
function isPretty(asked: string | undefined, userAgent: string): boolean {
  if (asked !== undefined) return asked !== '0' && asked !== 'false';
  return /^(curl|Wget|Mozilla\/5\.0)/.test(userAgent);
}
