import type { JsonSchemaProps } from '../json-schema-props.ts';

const text = { type: 'string', maxLength: 20 };
const number = { type: 'integer' };

const properties: Readonly<Record<string, JsonSchemaProps>> = {
  a: number,
  b: number,
  s: text,
  d: { type: 'number' },
  f: { type: 'boolean' },
  list: { type: 'array', maxItems: 5, items: text },
  nums: { type: 'array', maxItems: 5, items: number },
  set: { type: 'array', maxItems: 5, items: text, 'x-kubernetes-list-type': 'set' },
  map: { type: 'object', maxProperties: 5, additionalProperties: number },
  obj: { type: 'object', properties: { x: number, 'a-b': text } },
  objs: { type: 'array', maxItems: 4, items: { type: 'object', properties: { x: number, n: text } } },
  ios: { 'x-kubernetes-int-or-string': true },
  when: { type: 'string', format: 'date-time' },
  span: { type: 'string', format: 'duration' },
  bytes: { type: 'string', format: 'byte', maxLength: 30 },
  big: { type: 'string' },
  bigs: { type: 'array', items: { type: 'string' } },
  bigmap: { type: 'object', additionalProperties: { type: 'string' } },
};

/** A schema with one rule on its object. */
export function withRule(rule: string): JsonSchemaProps {
  return { type: 'object', properties, 'x-kubernetes-validations': [{ rule, message: 'm' }] };
}

/** Rules that can be read, that cannot, and that may cost too much. */
export const WRITTEN_RULES: readonly string[] = String.raw`
self.a > 1
self.b2 > 0
self.a == "x"
self.a >
self.a + 
magic(self.a)
self.magic()
self.s.magic()
self.s.startsWith(1)
startsWith("a")
self.a && true
!self.a
-self.s == ""
self.f ? 1 : "a"
self.f ? 1 : 2
self.s + 1 == "a"
[1, "a"].size() > 0
{"a": 1, "b": "c"}.size() > 0
self.list.all(x, x > 1)
self.list.all(x, y)
self.a.all(x, true)
self.list.map(x, x.size()).sum() > 1
self.list[0] == 1
self.list["a"] == "b"
self.map["a"] == 1
self.map.a == 1
self.map[1] == 1
self.obj.x == 1
self.obj.a__dash__b == "x"
self.obj.y == 1
has(self.obj.y)
has(self.obj.x)
has(self.obj)
has(self)
has(self.objs[0].x)
has(self.list[0])
self.s.x == 1
self.ios == 1
self.ios.startsWith("a")
type(self.ios) == int
unknown == 1
oldSelf.a == self.a
self.when > timestamp("2020-01-01T00:00:00Z")
self.when > timestamp("x")
self.span < duration("1h")
self.span < duration("x")
self.s.matches("(")
self.s.matches("[a-z]+")
self.s.find("[a-z]+") == ""
self.list.isSorted()
self.nums.sum() == 1
self.list.sum() == ""
self.list.indexOf("a") == 0
self.list.indexOf(1) == 0
self.nums.min() < self.nums.max()
self.list == self.set
self.list + self.set == self.list
self == self
1
"a"
true
null
self.d == 1
self.d == 1.0
self.a < 1.5
self.a == 1.5
self.a in [1, 2]
self.a in ["a"]
"a" in self.map
1 in self.map
"a" in self.obj
self.list.exists_one(x, x == "a")
self.list.filter(x, x == "a") == []
size(self.list) > 1
size(self.a) > 1
string(self.a) == "1"
int(self.s) == 1
double(self.s) == 1.0
bool(self.s)
uint(self.a) == 1u
bytes(self.s) == b"a"
self.bytes == b"abc"
dyn(self.a) == "x"
isURL(self.s) && url(self.s).getHost() == "x"
url(self.s).foo() == ""
isIP(self.s) && ip(self.s).family() == 4
cidr("10.0.0.0/8").containsIP(ip(self.s))
quantity(self.s).isLessThan(quantity("1"))
quantity(self.s) < quantity("1")
semver(self.s).major() == 1
format.dns1123Label().validate(self.s).hasValue()
format.named("dns1123Label").hasValue()
sets.contains(self.list, self.set)
sets.foo(self.list)
optional.of(1).hasValue()
self.?obj.?x.orValue(1) == 1
self.?nope.hasValue()
self.obj.?x.hasValue()
self.map[?"a"].hasValue()
self.list[?0].orValue("") == ""
optional.none().orValue(1) == 1
self.list.all(i, v, v.size() > i)
self.map.exists(k, v, v > 1)
self.list.transformList(i, v, v + string(i)) == []
self.map.transformMap(k, v, v + 1) == {}
"%d".format([self.a]) == "1"
strings.quote(self.s) == ""
self.s.charAt(0) == "a"
self.s.replace("a", "b") == "b"
self.s.split(",").size() == 2
self.list.join(",") == ""
self.nums.join(",") == ""
self.s.lowerAscii() == self.s.upperAscii()
self.s.reverse() == ""
self.list.distinct() == self.list.sort()
self.list.reverse()[0] == "a"
lists.range(3) == [0, 1, 2]
self.list.first().hasValue()
self.list.slice(0, 1) == []
self.big == "x"
self.big.matches("a+")
self.bigs.all(x, x == "a")
self.bigs.all(x, self.bigs.all(y, x == y))
self.bigmap.all(k, k == "a")
self.bigmap.all(k, self.bigmap[k] == "a")
self.bigs.exists(x, x.contains("a"))
self.big.contains(self.big)
self.bigs.map(x, x.size()).sum() > 1
self.bigs.filter(x, x == "a").size() > 1
self.bigs.isSorted()
self.bigs.join("") == ""
self.bigs == oldSelf.bigs
self.bigmap == oldSelf.bigmap
self.bigs.all(x, x in self.bigs)
self.bigs.all(x, x.split(",").all(y, y.matches("a")))
sets.contains(self.bigs, self.bigs)
self.bigs.all(x, isIP(x))
self.bigs.all(x, x.replace("a", "bb") == "c")
self.big.lowerAscii().split(",").all(x, x.size() < 3)
self.objs.all(o, o.x > 1 && o.n == "a")
self.objs.all(o, has(o.x) ? o.x > 1 : true)
self.a > 1 ||
(self.a > 1
self.a > 1)
{"a": 1
self.a > > 1
self..a
a b
"abc" == 'abc'
1 +
[1,2
self.a ? 1
@foo
self.a > 1 && self.b2 > 0 && self.b3 > 0
self.list.all(1, true)
self.a.foo
foo.bar
true ? self.a : self.s
self.a == self.s || self.b == self.s
google.protobuf.Timestamp
self.metadata.name == "x"
self.kind == "x"
`
  .trim()
  .split('\n');
