import type { KeptObject, ListResult } from '../../registry/resource-storage.ts';
import type { ResourceScope } from '../request-scope.ts';
import { send } from '../send.ts';
import { warningHeaders } from '../warning-headers.ts';
import { encodeList, encodeObject, encodeValue, type AnswerForm } from '../views/encode-answer.ts';

export function sendObject(scope: ResourceScope, status: number, kept: KeptObject): Promise<void> {
  return sendBody(scope, status, encodeObject(scope.resource, kept, formOf(scope)));
}

export function sendList(scope: ResourceScope, list: ListResult): Promise<void> {
  return sendBody(scope, 200, encodeList(scope.resource, list, formOf(scope)));
}

/** What is no object of the resource: a Status, a Scale. */
export function sendValue(scope: ResourceScope, status: number, value: object): Promise<void> {
  return sendBody(scope, status, encodeValue(value, scope.representation));
}

function sendBody(
  { response, representation, warnings }: ResourceScope,
  status: number,
  body: string | Buffer | Iterable<string>,
): Promise<void> {
  const headers = warningHeaders(warnings);
  return send(response, { status, body, contentType: representation.mediaType, headers });
}

function formOf({ representation, query, context }: ResourceScope): AnswerForm {
  return { representation, query, now: context.now() };
}
