/**
 * Records the apply fixtures of packages/patch again and compares: exits 1 and names the first difference of
 * each file when the real kube-apiserver no longer answers as recorded. Times differ from run to run, and with
 * them the order of managers; they are left out.
 */
import { staleFixtures } from './apply-fixtures/stale-fixtures.ts';

const stale = await staleFixtures();
for (const difference of stale) console.error(difference);
if (stale.length > 0) console.error('Look at each, then record them: node scripts/update-apply-fixtures.ts');
process.exit(stale.length > 0 ? 1 : 0);
