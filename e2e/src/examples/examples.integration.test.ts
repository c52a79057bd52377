import { test } from 'node:test';
import { exampleNames } from './example-names.ts';
import { startPlaygroundWorld } from './playground-world.ts';
import { testExamples } from './test-examples.ts';

/** The ways that most is done in: all of them would take as long as the rest of the tier. */
const CHOSEN = ['replication', 'dividing', 'override-order', 'override-types', 'missing-feeds', 'drift'];

testExamples('examples on the playground', CHOSEN, startPlaygroundWorld);

for (const name of exampleNames().filter((one) => !CHOSEN.includes(one)))
  test(`the example ${name}`, { skip: 'it runs with npm run test:kube, on the playground too' }, () => {});
