import assert from 'node:assert/strict';
import { validateHeaderName } from 'node:http';
import { test } from 'node:test';
import { identityHeaders, UnspeakableIdentityError } from './identity-headers.ts';

const NOBODY = { name: 'jane', groups: [], extra: {} };

test('who asks is said in one header a group and one a value of an extra', () => {
  const user = {
    name: 'jane',
    uid: '7',
    groups: ['a', 'b, c'],
    extra: { scopes: ['read', 'write'], 'example.test/Key %': ['x'] },
  };
  assert.deepEqual(identityHeaders(user), {
    'X-Remote-User': 'jane',
    'X-Remote-Uid': '7',
    'X-Remote-Group': ['a', 'b, c'],
    'X-Remote-Extra-scopes': ['read', 'write'],
    'X-Remote-Extra-example.test%2FKey%20%25': ['x'],
  });
  assert.deepEqual(identityHeaders(NOBODY), { 'X-Remote-User': 'jane' });
});

test('letters beyond ASCII go out as the bytes of their UTF-8, in values and in names', () => {
  const headers = identityHeaders({ ...NOBODY, name: 'Zoë', extra: { ë: ['é'] } });
  assert.equal(headers['X-Remote-User'], 'Zo\u00C3\u00AB');
  assert.deepEqual(headers['X-Remote-Extra-%C3%AB'], ['\u00C3\u00A9']);
});

test('an identity that would break out of its header is not sent at all', () => {
  for (const evil of ['a\r\nX-Remote-Group: system:masters', 'a\0', 'a\nb']) {
    assert.throws(() => identityHeaders({ ...NOBODY, name: evil }), UnspeakableIdentityError);
    assert.throws(() => identityHeaders({ ...NOBODY, groups: [evil] }), UnspeakableIdentityError);
    assert.throws(() => identityHeaders({ ...NOBODY, extra: { a: [evil] } }), UnspeakableIdentityError);
    const names = Object.keys(identityHeaders({ ...NOBODY, extra: { [evil]: ['x'] } }));
    for (const name of names) validateHeaderName(name);
  }
});
