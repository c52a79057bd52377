import { parseArgs } from 'node:util';
import manifest from '../../package.json' with { type: 'json' };

export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { output: { type: 'string', short: 'o', default: 'text' } },
  });
  const version = {
    banyan: manifest.version,
    node: process.versions.node,
    platform: `${process.platform}/${process.arch}`,
  };
  if (values.output === 'json') console.log(JSON.stringify(version));
  else console.log(`banyan ${version.banyan}, node ${version.node}, ${version.platform}`);
  return 0;
}
