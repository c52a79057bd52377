/** Fails if the manifests under deploy/ and manifests/samples/ are not what the code says. Writes nothing. */
import { deployDifferences } from './deploy-files/deploy-differences.ts';

const found = await deployDifferences();
for (const line of found) console.error(line);
if (found.length > 0) {
  console.error('Run scripts/update-deploy.ts and read what it changes.');
  process.exitCode = 1;
}
