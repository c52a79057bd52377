import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseGoSource } from './parse-go-source.ts';

const SOURCE = `/*
Copyright.
type NotThis struct {
}
*/
package v1

import (
\tmetav1 "example.test/meta/v1"
\t"example.test/resource"
)

import "example.test/one"

// Thing is one.
type Thing struct {
\tmetav1.TypeMeta \`json:",inline"\`
\t// metadata is optional.
\tmetav1.ObjectMeta \`json:"metadata,omitempty" protobuf:"bytes,1"\`

\tSizes []resource.Quantity \`json:"sizes"\` // a remark
\tWhen metav1.Time \`json:"when,omitempty,omitzero"\`
\tOthers map[string]*Thing \`json:"others,omitempty"\`
\tUntagged string
\tHidden string \`json:"-"\`
\tprivate int
}

type Empty struct{}

// Names are many.
type Names []string

type Mode string // how

func (m *Thing) Unmarshal(dAtA []byte) error {
	return nil
}

func (n *Names) UnmarshalJSON(data []byte) error {
\ttype local struct {
\t}
\treturn nil
}
`;

test('types, their fields, imports, who reads JSON itself and who is a message', () => {
  const { imports, types, custom, messages } = parseGoSource(SOURCE);
  assert.deepEqual(Object.fromEntries(imports), {
    metav1: 'example.test/meta/v1',
    resource: 'example.test/resource',
    one: 'example.test/one',
  });
  const field = (goName: string, jsonName: string, type: string, facts: object = {}): object => ({
    goName,
    jsonName,
    type,
    omitEmpty: false,
    omitZero: false,
    protobuf: 0,
    ...facts,
  });
  assert.deepEqual(Object.fromEntries(types), {
    Thing: {
      fields: [
        field('TypeMeta', '', 'metav1.TypeMeta'),
        field('ObjectMeta', 'metadata', 'metav1.ObjectMeta', { omitEmpty: true, protobuf: 1 }),
        field('Sizes', 'sizes', '[]resource.Quantity'),
        field('When', 'when', 'metav1.Time', { omitEmpty: true, omitZero: true }),
        field('Others', 'others', 'map[string]*Thing', { omitEmpty: true }),
        field('Untagged', 'Untagged', 'string'),
      ],
    },
    Empty: { fields: [] },
    Names: { type: '[]string' },
    Mode: { type: 'string' },
  });
  assert.deepEqual([...custom], ['Names']);
  assert.deepEqual([...messages], ['Thing']);
});
