import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  duplicate,
  forbidden,
  internalFieldError,
  invalidValue,
  notFoundValue,
  notSupported,
  required,
  tooLong,
  tooMany,
  typeInvalid,
} from './field-error.ts';
import { printed, sortedMap } from './go-text.ts';

describe('a cause is worded as Kubernetes words it', () => {
  const table: [object, string, string][] = [
    [required('a'), 'FieldValueRequired', 'Required value'],
    [required('a', 'why'), 'FieldValueRequired', 'Required value: why'],
    [invalidValue('a', 'x', 'why'), 'FieldValueInvalid', 'Invalid value: "x": why'],
    [invalidValue('a', -1, 'why'), 'FieldValueInvalid', 'Invalid value: -1: why'],
    [
      notSupported('a', 'x', ['b', 'c']),
      'FieldValueNotSupported',
      'Unsupported value: "x": supported values: "b", "c"',
    ],
    [notSupported('a', 'x', []), 'FieldValueNotSupported', 'Unsupported value: "x"'],
    [forbidden('a', 'why'), 'FieldValueForbidden', 'Forbidden: why'],
    [duplicate('a', 'x'), 'FieldValueDuplicate', 'Duplicate value: "x"'],
    [notFoundValue('a', 'x'), 'FieldValueNotFound', 'Not found: "x"'],
    [tooLong('a', 128), 'FieldValueTooLong', 'Too long: may not be more than 128 bytes'],
    [tooMany('a', 3, 1), 'FieldValueTooMany', 'Too many: 3: must have at most 1 item'],
    [typeInvalid('a', 'x', 'why'), 'FieldValueTypeInvalid', 'Invalid value: "x": why'],
    [internalFieldError('a', 'why'), 'InternalError', 'Internal error: why'],
  ];
  for (const [cause, reason, message] of table)
    it(message, () => assert.deepEqual(cause, { reason, message, field: 'a' }));
});

describe('a value is printed as Go prints it', () => {
  const table: [string, unknown, string][] = [
    ['text in quotes', 'a"b\\c', '"a\\"b\\\\c"'],
    ['what cannot be printed by its number', 'a\u0007\n\u0001\u200b', '"a\\a\\n\\x01\\u200b"'],
    ['letters of any script as they are', 'ü字🌳', '"ü字🌳"'],
    ['numbers bare', 1.5, '1.5'],
    ['objects as JSON', { a: ['b'] }, '{"a":["b"]}'],
    ['nothing as null', undefined, 'null'],
    ['what is special in HTML escaped', ['<&>'], '["\\u003c\\u0026\\u003e"]'],
    ['maps in the order of their keys', sortedMap({ b: 1, a: 2 }), '{"a":2,"b":1}'],
  ];
  for (const [what, value, text] of table) it(what, () => assert.equal(printed(value), text));
});
