import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonSchemaProps } from '../json-schema-props.ts';
import { ruleEnvironment } from './cel-environment.ts';
import { declTypeOf } from './decl-type.ts';
import { compileExpression } from './expression.ts';

const text = { type: 'string' };
const schema: JsonSchemaProps = {
  type: 'object',
  properties: {
    a: { type: 'integer' },
    s: text,
    'x-y.z': text,
    namespace: text,
    list: { type: 'array', items: text },
    set: { type: 'array', items: text, 'x-kubernetes-list-type': 'set' },
    pairs: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['k'],
      items: { type: 'object', properties: { k: text, v: { type: 'integer' } } },
    },
    map: { type: 'object', additionalProperties: { type: 'integer' } },
    bytes: { type: 'string', format: 'byte' },
    when: { type: 'string', format: 'date-time' },
    __proto: text,
  },
};

const self = {
  a: 9_007_199_254_740_993n,
  s: 'a😀b',
  'x-y.z': 'dashed',
  namespace: 'n',
  list: ['b', 'a'],
  set: ['x', 'y'],
  pairs: [
    { k: 'one', v: 1 },
    { k: 'two', v: 2 },
  ],
  map: { one: 1, __proto__: null, constructor: 3 },
  bytes: 'YWJj',
  when: '2026-01-31T10:00:00Z',
};
const oldSelf = { ...self, set: ['y', 'x'], pairs: [{ k: 'two', v: 5 }] };

const environment = ruleEnvironment(declTypeOf(schema, true) ?? assert.fail('no type'));

function run(expression: string): unknown {
  const compiled = compileExpression(expression, environment.environment, environment);
  if ('problem' in compiled) return compiled.problem;
  const result = compiled.run({ self: environment.toCel(self), oldSelf: environment.toCel(oldSelf) });
  return 'problem' in result ? result.problem : result.value;
}

const TRUE = [
  'self.a == 9007199254740993',
  'self.s.size() == 3 && self.s.charAt(1) == "😀" && self.s.indexOf("b") == 2',
  'self.s.substring(1, 2) == "😀" && self.s.split("").size() == 3',
  'self.x__dash__y__dot__z == "dashed" && self.__namespace__ == "n"',
  '!has(self.kind) && !has(self.metadata)',
  'has(self.pairs[0].k) && self.pairs.exists(p, p.k == "two" && p.v == 2)',
  'self.set == oldSelf.set && self.list != ["a", "b"]',
  '(self.set + ["x"]).size() == 3',
  '(self.pairs + oldSelf.pairs).size() == 2 && (self.pairs + oldSelf.pairs)[1].v == 5',
  'self.pairs[0] != self.pairs[1] && self.pairs[0] == self.pairs[0]',
  '"one" in self.map && !("toString" in self.map) && self.map["constructor"] == 3',
  'self.bytes == b"abc"',
  'string(self.when) == "2026-01-31T10:00:00Z" && int(self.when) == 1769853600',
  'self.list.sort() == ["a", "b"] && self.list.max() == "b" && self.list.isSorted() == false',
  '[3, 1, 2].sort() == [1, 2, 3] && [1, 1].distinct() == [1] && [[1], [2]].flatten() == [1, 2]',
  '[1, 2, 3].slice(1, 3) == [2, 3] && [1].first().value() == 1 && ![].first().hasValue()',
  '["a", "b"].all(i, v, i < 2) && {"a": 1}.exists(k, v, k == "a" && v == 1)',
  '[1, 2].transformList(i, v, v > 1, v * 2) == [4] && {"a": 1}.transformMap(k, v, v + 1)["a"] == 2',
  '{"a": 1}.transformMapEntry(k, v, {string(v): k})["1"] == "a"',
  'optional.of(1) == optional.of(1) && optional.none() != optional.of(1)',
  'optional.of(2).optMap(x, x * 2).value() == 4 && !optional.ofNonZeroValue("").hasValue()',
  '"A1".lowerAscii() == "a1" && "ä".upperAscii() == "ä" && " \\t x ".trim() == "x"',
  '"abab".replace("a", "x", 1) == "xbab" && "ab".replace("", "-") == "-a-b-"',
  '"a,b,c".split(",", 2) == ["a", "b,c"] && ["a", "b"].join("-") == "a-b"',
  '"a1b22".findAll("[0-9]+") == ["1", "22"] && "x".find("y") == ""',
  '"aaa".matches("^(a+)+$") && matches("b", "^b$")',
  'strings.quote("a\\"b") == "\\"a\\\\\\"b\\""',
  '"%s=%d %.1f %x".format(["a", 1, 1.5, 255]) == "a=1 1.5 ff"',
  'url("https://u:p@h:8/p?q=1#f").getHostname() == "h" && url("https://h:8/p").getPort() == "8"',
  'ip("::1").isLoopback() && ip("10.0.0.1").isGlobalUnicast() && ip.isCanonical("fd00::1")',
  'cidr("10.1.2.3/8").masked() == cidr("10.0.0.0/8") && cidr("10.0.0.0/8").containsCIDR("10.1.0.0/16")',
  'quantity("1Ki").add(quantity("1")).asInteger() == 1025 && quantity("1.5").isInteger() == false',
  'semver("1.2.3").isLessThan(semver("1.10.0")) && isSemver("v1.2", true) && !isSemver("v1.2")',
  'format.dns1123Label().validate("Ab").value().size() == 1 && !format.named("nope").hasValue()',
  'sets.contains(["a", "b"], ["a"]) && sets.equivalent([1, 1], [1]) && !sets.intersects([1], [2])',
  'duration("1h30m").getMinutes() == 90 && duration("1h") + duration("1m") > duration("1h")',
  'dyn(1) == 1.0 && 1 < 1.5 && type(self.a) == int',
  'true || 1 / 0 > 0',
  '[0, 1].exists(x, 1 / x == 1)',
];

for (const expression of TRUE) {
  void test(`${expression} holds`, () => {
    assert.equal(run(expression), true);
  });
}

const REFUSED: Readonly<Record<string, RegExp>> = {
  'self.nope == 1': /undefined field 'nope'/,
  'has(self.nope)': /undefined field 'nope'/,
  'self.?nope.hasValue()': /undefined field 'nope'/,
  'self.map[1] == 1': /found no matching overload for '_\[_\]' applied to '\(map\(string, int\), int\)'/,
  'cel.bind(x, 1, x > 0)': /undeclared reference to 'cel'/,
  '[1, "a"] == []': /expected type 'int' but found 'string'/,
  'self.s.matches("(")': /invalid matches argument/,
  'self.a == 1 && self.b > 0 && self.c > 0': /undefined field 'b'[^]*undefined field 'c'/,
  'self.__proto__ == self': /undefined field '__proto__'/,
  'self.constructor == self': /undefined field 'constructor'/,
  'self.$matches("a")': /Syntax error/,
};

for (const [expression, message] of Object.entries(REFUSED)) {
  void test(`${expression} is refused`, () => {
    assert.match(String(run(expression)), message);
  });
}

const FAILS: Readonly<Record<string, string>> = {
  '1 / 0 > 0': 'division by zero',
  '1 % 0 > 0': 'modulus by zero',
  'self.list[5] == ""': 'index out of bounds: 5',
  'self.map["zz"] == 1': 'no such key: zz',
  'self.a * self.a > 0': 'integer overflow',
  'int("0x10") > 0': "type conversion error from 'string' to 'int'",
  'optional.none().value() == 1': 'optional.none() dereference',
  'self.kind == "x"': 'no such key: kind',
};

for (const [expression, problem] of Object.entries(FAILS)) {
  void test(`${expression} ends with "${problem}"`, () => {
    assert.equal(run(expression), problem);
  });
}

const list = `[${Array.from({ length: 100 }, (_, index) => index).join(',')}]`;
const doubling = Array.from({ length: 60 }).reduce<string>(
  (inner) => `optional.of(${inner}).optMap(x, x + x).value()`,
  list,
);

const TOO_COSTLY: Readonly<Record<string, string>> = {
  'loops in loops': `${list}.all(a, ${list}.all(b, ${list}.all(c, ${list}.all(d, a + b + c + d >= 0))))`,
  'a list that doubles': `${doubling}.size() > 0`,
  'a range': 'lists.range(1000000000).size() > 0',
  'a text that grows':
    '"x".replace("", "0123456789").replace("", "0123456789").replace("", "0123456789").replace("", "0123456789").replace("", "0123456789").replace("", "0123456789").replace("", "0123456789").size() > 0',
  'what is hidden by ||': `${list}.all(a, ${list}.all(b, ${list}.all(c, ${list}.all(d, a + b + c + d >= 0)))) || true`,
};

for (const [what, expression] of Object.entries(TOO_COSTLY)) {
  void test(`${what} is ended`, () => {
    assert.equal(run(expression), 'operation cancelled: actual cost limit exceeded');
  });
}

void test('expressions that are too deep or too long are refused', () => {
  assert.match(String(run(`${'('.repeat(5000)}1${')'.repeat(5000)} == 1`)), /maxDepth/);
  assert.match(String(run(`${'!'.repeat(100_000)}true`)), /./);
  assert.match(String(run(Array.from({ length: 50_000 }, () => 'true').join(' && '))), /maxAstNodes/);
});
