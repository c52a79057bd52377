import { exampleNames } from './example-names.ts';
import { startPlaygroundWorld } from './playground-world.ts';
import { testExamples } from './test-examples.ts';

// Here since it takes long; it needs kubectl, but no real cluster.
testExamples('all examples on the playground', exampleNames(), startPlaygroundWorld);
