import fc from 'fast-check';
import { FieldSet } from '../field-set/field-set.ts';
import {
  fieldElement,
  keyElement,
  valueElement,
  type FieldPath,
  type PathElement,
} from '../field-set/path-element.ts';

/** Few different ones, so that two sets have something in common; and some that are hard to write. */
function anyElement(): fc.Arbitrary<PathElement> {
  const name = fc.constantFrom('a', 'b', 'c', 'x.y/z', '__proto__', 'a<b', '');
  const scalar = fc.oneof(fc.constantFrom('x', '<&>', '"\n'), fc.integer({ min: 0, max: 12 }), fc.boolean());
  return fc.oneof(
    { weight: 4, arbitrary: name.map(fieldElement) },
    fc.record({ name: scalar, port: scalar }, { requiredKeys: ['name'] }).map(keyElement),
    scalar.map(valueElement),
    fc.nat(12).map((index) => `i:${index}`),
  );
}

/** For property tests. */
export function anyFieldSet(): fc.Arbitrary<FieldSet> {
  const path: fc.Arbitrary<FieldPath> = fc.array(anyElement(), { minLength: 1, maxLength: 3 });
  return fc.array(path, { maxLength: 8 }).map((paths) => FieldSet.of(...paths));
}
