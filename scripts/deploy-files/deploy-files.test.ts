import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { deployDifferences } from './deploy-differences.ts';
import { repositoryVersion } from './deploy-files.ts';

test('deploy/ and manifests/samples/ are what the code says (else: node scripts/update-deploy.ts)', async () => {
  assert.deepEqual(await deployDifferences(), []);
});

test('the charts have the version of the repository', () => {
  for (const chart of ['banyan-hub', 'banyan-agent']) {
    const text = readFileSync(`deploy/charts/${chart}/Chart.yaml`, 'utf8');
    assert.match(text, new RegExp(`^version: ${repositoryVersion()}$`, 'm'), chart);
    assert.match(text, new RegExp(`^appVersion: '${repositoryVersion()}'$`, 'm'), chart);
  }
});
