import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { kubernetesResources, type GroupVersionKind } from '@banyan/api';
import type { ApiError } from '../errors/api-error.ts';
import { assertFoundAgain, warningsOfDecoding } from './found-again.ts';
import { decodeObject, type DecodedObject, type FieldValidation } from './decode-object.ts';

/*
 * Every body that the contract suite sent to the real server is decoded here: what it refused is refused with its
 * words, what it took is found again in its answer.
 */

interface Exchange {
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly query?: Readonly<Record<string, string>>;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: unknown;
  };
  readonly response: {
    readonly status: number;
    readonly body?: unknown;
    readonly headers?: { readonly warning?: string };
  };
}

const FOLDER = new URL('../../../testing/generated/contract/', import.meta.url);
const DECODE_ERROR =
  /cannot be handled as a|provided is unrecognized|does not match the expected API version/;
/** The collection of a kind, or one object of it. */
const PATH =
  /^\/(?:api|apis\/([^/]+))\/([^/]+)\/(?:namespaces\/[^/]+\/(?!finalize|status))?([^/]+)(?:\/[^/]+)?$/;
for (const { name, exchange } of recorded()) {
  const { request, response } = exchange;
  const message = messageOf(exchange);
  if (DECODE_ERROR.test(message)) {
    test(`${name}: refused as recorded`, () => {
      assert.throws(
        () => decodeRecorded(exchange),
        (error: ApiError) => {
          assert.equal(error.status.message?.replace(/in scheme "[^"]+"/, 'in scheme "<scheme>"'), message);
          assert.equal(error.code, response.status);
          return true;
        },
      );
    });
  } else if (response.status < 300 || response.status === 422 || response.status === 409) {
    test(`${name}: ${request.method} ${request.path} is read as recorded`, () => {
      const { object, warnings } = decodeRecorded(exchange);
      assert.deepEqual(warnings, recordedWarnings(exchange));
      const answered = response.body as { kind?: string } | undefined;
      if (answered?.kind === object.kind && !kindOf(exchange).isCustom)
        assertFoundAgain(object, answered, '');
    });
  }
}

function recorded(): { name: string; exchange: Exchange }[] {
  return readdirSync(FOLDER).flatMap((file) => {
    const cases = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as Record<
      string,
      { exchanges?: Exchange[] }
    >;
    return Object.entries(cases).flatMap(([id, { exchanges = [] }]) =>
      exchanges
        .filter(isWriteOfObject)
        .map((exchange, index) => ({ name: `${file.replace('.json', '')}/${id} #${index}`, exchange })),
    );
  });
}

/**
 * Bodies that are too large to review are not in the transcripts; protobuf is not spoken; what is proxied is not
 * decoded; reviews, and objects that policies change, answer with something else than they were sent; what a schema says of embedded objects is not
 * the decoder's.
 */
function isWriteOfObject(exchange: Partial<Exchange>): boolean {
  const { method = '', path = '', headers, body } = exchange.request ?? {};
  if (
    !['POST', 'PUT'].includes(method) ||
    !PATH.test(path) ||
    /aggregation-|reviews$|\/policies-mutate-/.test(path)
  )
    return false;
  const type = headers?.['content-type'] ?? 'application/json';
  const isSummary = typeof body === 'object' && body !== null && 'sha256' in body;
  const isOfSchema = messageOf(exchange).includes('Invalid value:') && exchange.response?.status === 400;
  return body !== undefined && !isSummary && !isOfSchema && /^application\/(json|yaml)/.test(type);
}

function decodeRecorded(exchange: Exchange): DecodedObject {
  const { body, headers, query } = exchange.request;
  const { kind, isCustom } = kindOf(exchange);
  const text = (typeof body === 'string' ? body : JSON.stringify(body)).replaceAll(
    '"<time>"',
    '"2026-01-01T00:00:00Z"',
  );
  return decodeObject(Buffer.from(text), {
    mediaType: headers?.['content-type']?.includes('yaml') === true ? 'yaml' : 'json',
    expected: kind,
    fieldValidation: (query?.['fieldValidation'] || 'Warn') as FieldValidation,
    ...(isCustom && { custom: { prune: () => unknownBySchema(exchange) } }),
  });
}

function kindOf(exchange: Exchange): { kind: GroupVersionKind; isCustom: boolean } {
  const { path, body } = exchange.request;
  const [, group = '', version = '', resource] = PATH.exec(path) ?? [];
  const builtIn = kubernetesResources().find(
    (each) => each.group === group && each.version === version && each.resource === resource,
  );
  if (builtIn !== undefined) return { kind: builtIn, isCustom: false };
  const [, sent] = /"kind":"(\w+)"/.exec(typeof body === 'string' ? body : JSON.stringify(body)) ?? [];
  const [, asked] = /(?:\(must be of type|cannot be handled as a) (\w+)/.exec(messageOf(exchange)) ?? [];
  return { kind: { group, version, kind: asked ?? sent ?? '' }, isCustom: true };
}

/** Stands in for the schemas of the suite's own kinds. */
function unknownBySchema(exchange: Exchange): string[] {
  const texts = [messageOf(exchange), ...recordedWarnings(exchange)].join(', ');
  return Array.from(texts.matchAll(/unknown field "((?!metadata)[^"]+)"/g), ([, path = '']) => path);
}

function messageOf({ response }: Partial<Exchange>): string {
  return response === undefined || response.status < 400
    ? ''
    : ((response.body as { message?: string } | undefined)?.message ?? '');
}

function recordedWarnings({ response }: Exchange): string[] {
  return warningsOfDecoding(response.headers?.warning);
}
