import fc from 'fast-check';
import type { JsonSchemaProps } from '../json-schema-props.ts';

const text = { type: 'string', maxLength: 30 };
const number = { type: 'integer' };

const properties: Readonly<Record<string, JsonSchemaProps>> = {
  a: number,
  b: number,
  d: { type: 'number' },
  f: { type: 'boolean' },
  s: text,
  t: text,
  list: { type: 'array', maxItems: 5, items: text },
  nums: { type: 'array', maxItems: 5, items: number },
  set: { type: 'array', maxItems: 5, items: text, 'x-kubernetes-list-type': 'set' },
  map: { type: 'object', maxProperties: 5, additionalProperties: number },
  obj: { type: 'object', properties: { x: number, 'a-b': text } },
  either: { 'x-kubernetes-int-or-string': true, maxLength: 20 },
  when: { type: 'string', format: 'date-time' },
  span: { type: 'string', format: 'duration' },
};

/** Each is held to be true of the whole spec. */
const RULES = `
self.a > 1
self.a / self.b > 1
self.a % self.b == 0
self.a + self.b < 5
-self.a < 0
self.a < self.d
self.d * 2.0 > 1.0
self.f
!self.f || self.a > 0
self.f ? self.a > 0 : self.b > 0
self.s == self.t
self.s < self.t
self.s + self.t == "ab"
self.s.size() > 2
size(self.s) == self.s.size()
self.s.startsWith("a") || self.s.endsWith("c")
self.s.contains(self.t)
self.s.matches("^[a-z]+$")
self.s.find("[0-9]+") == "42"
self.s.findAll("[a-z]").size() == 3
self.s.findAll("[a-z]", 1) == ["a"]
self.s.lowerAscii() == self.s
self.s.upperAscii() == self.s
self.s.trim() == self.s
self.s.charAt(1) == "b"
self.s.indexOf("b") == 1
self.s.indexOf("b", 1) == 1
self.s.lastIndexOf("b") == 1
self.s.substring(1) == "bc"
self.s.substring(0, 2) == "ab"
self.s.replace("a", "x") != self.s
self.s.replace("", "-", 2) == "-a-b"
self.s.split("").size() == 3
self.s.split("b") == ["a", "c"]
self.s.split("b", 1).size() == 1
self.list.join("-") == "a-b"
self.list.join() == "ab"
strings.quote(self.s) == "\\"abc\\""
int(self.s) == 42
double(self.s) > 1.0
bool(self.s)
string(self.a) == "1"
string(self.d) == "1.5"
string(self.f) == "true"
int(self.d) == 1
uint(self.a) == 1u
self.list.size() == 2
self.list[0] == "a"
self.list[1] == "b"
"a" in self.list
self.list.all(x, x == "a")
self.list.exists(x, x == "a")
self.list.exists_one(x, x == "a")
self.list.filter(x, x != "a").size() == 1
self.list.map(x, x.size()).sum() == 2
self.list.map(x, x != "a", x + "!") == ["b!"]
self.list.isSorted()
self.list.indexOf("b") == 1
self.list.lastIndexOf("b") == 1
self.list.min() == "a"
self.list.max() == "b"
self.list == self.set
self.list + self.set == ["a", "b", "a"]
self.set + self.set == self.set
sets.contains(self.list, self.set)
sets.equivalent(self.list, self.set)
sets.intersects(self.list, self.set)
self.nums.sum() == 3
self.nums.min() < self.nums.max()
self.nums.all(x, x > 0 || 1 / x > 0)
self.nums.exists(x, 10 / x == 5)
!has(self.nums) || self.nums.sort() == self.nums
!has(self.nums) || self.nums.distinct().size() == self.nums.size()
!has(self.nums) || self.nums.reverse()[0] == 3
!has(self.nums) || self.nums.slice(0, 1) == [1]
self.nums.first().hasValue() && self.nums.last().value() == 3
lists.range(2) == [0, 1]
self.list.all(i, v, v.size() > i)
self.map.exists(k, v, k == "a" && v > 1)
self.list.transformList(i, v, v + "!") == ["a!", "b!"]
self.map.transformMap(k, v, v + 1).all(k, k == "a")
self.map.size() == 1
self.map["a"] == 1
self.map.a == 1
"a" in self.map
self.map.all(k, self.map[k] > 0)
has(self.map.a)
has(self.obj.x)
has(self.obj.a__dash__b) && self.obj.a__dash__b == "x"
self.obj.x > 0
self.obj == self.obj
self.?obj.?x.orValue(7) == 7
self.map[?"zz"].orValue(1) == 1
self.list[?0].orValue("") == "a"
self.?s.optMap(v, v.size()).orValue(0) == 3
type(self.either) == int ? self.either > 1 : self.either == "auto"
self.either == 1
self.when > timestamp("2026-01-01T00:00:00Z")
self.when.getFullYear() == 2026
self.when - duration("1h") > timestamp("2026-01-01T00:00:00Z")
self.when.getHours() == 10
self.span < duration("1h")
self.span.getMinutes() == 5
self.span + duration("1m") == duration("6m")
isURL(self.s)
url(self.s).getHost() == "b.example"
url(self.s).getPort() == "8443"
url(self.s).getEscapedPath() == "/x"
url(self.s).getQuery() == {"q": ["1"]}
isIP(self.s)
ip(self.s).family() == 4
ip(self.s).isLoopback() || ip(self.s).isGlobalUnicast()
isCIDR(self.s)
cidr("10.0.0.0/8").containsIP(self.s)
cidr(self.s).prefixLength() == 8
isQuantity(self.s)
quantity(self.s).isLessThan(quantity("1Gi"))
quantity(self.s).add(1).compareTo(quantity("2")) == 0
quantity(self.s).asInteger() == 1
isSemver(self.s)
semver(self.s).isGreaterThan(semver("1.0.0"))
format.dns1123Label().validate(self.s).hasValue()
optional.of(self.a) == optional.of(1)
"%s %d".format([self.s, self.a]) == "a 1"
"%.2f".format([self.d]) == "1.50"
dyn(self.a) == 1.0
`
  .trim()
  .split('\n');

export const ruleSchema: JsonSchemaProps = {
  type: 'object',
  properties,
  'x-kubernetes-validations': RULES.map((rule, index) => ({ rule, message: `${index}: ${rule}` })),
};

const texts = fc.constantFrom(
  '',
  'a',
  'b',
  'ab',
  'abc',
  'Abc',
  ' a ',
  '42',
  '1',
  '1.5',
  'true',
  'x42',
  'äöü',
  '😀b😀',
  '10.1.2.3',
  '127.0.0.1',
  '::1',
  '10.0.0.0/8',
  'https://b.example:8443/x?q=1',
  '/x',
  '5Mi',
  '2Gi',
  '1',
  '1.2.3',
  'v1',
  '1.0.0-rc.1',
  'auto',
);
const integers = fc.integer({ min: -1, max: 3 });
const word = fc.constantFrom('a', 'b', 'c');

/** Members are there or not. */
export const ruleValues = fc.record(
  {
    a: integers,
    b: integers,
    d: fc.constantFrom(0, 1, 1.5, -2.25),
    f: fc.boolean(),
    s: texts,
    t: texts,
    list: fc.array(word, { maxLength: 3 }),
    nums: fc.array(integers, { maxLength: 3 }),
    set: fc.uniqueArray(word, { maxLength: 3 }),
    map: fc.dictionary(word, integers, { maxKeys: 3 }),
    obj: fc.record({ x: integers, 'a-b': texts }, { requiredKeys: [] }),
    either: fc.oneof(integers, texts),
    when: fc.constantFrom('2026-02-01T10:00:00Z', '2020-01-01T10:00:00.5+02:00', '2026-01-01T00:00:00Z'),
    span: fc.constantFrom('5m', '2h', '0s', '1h5m'),
  },
  { requiredKeys: [] },
);
