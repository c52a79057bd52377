import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { validateSecretType } from './secret-types.ts';

const JSON_TYPE = 'kubernetes.io/dockerconfigjson';

describe('a Secret of a type that holds JSON', () => {
  const cases: [text: string, why: string | undefined][] = [
    ['{"auths":{}}', undefined],
    ['null', undefined],
    ['', 'unexpected end of JSON input'],
    ['[]', 'json: cannot unmarshal array into Go value of type map[string]interface {}'],
    ['true', 'json: cannot unmarshal bool into Go value of type map[string]interface {}'],
    ['1', 'json: cannot unmarshal number into Go value of type map[string]interface {}'],
  ];
  for (const [text, why] of cases) {
    it(`with ${text === '' ? 'nothing' : text} is ${why === undefined ? 'accepted' : 'refused'}`, () => {
      const data = { '.dockerconfigjson': Buffer.from(text).toString('base64') };
      const [cause] = validateSecretType(JSON_TYPE, data, {});
      const message = why && `Invalid value: "<secret contents redacted>": ${why}`;
      assert.equal(cause?.message, message);
    });
  }
});
