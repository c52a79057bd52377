import { exampleNames } from './example-names.ts';
import { startRealWorld } from './real-world.ts';
import { testExamples } from './test-examples.ts';

testExamples('the examples on real Kubernetes', exampleNames(), startRealWorld);
