import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { kubernetesResources } from '@banyan/api';
import { builtInStrategies } from './built-in-strategies.ts';
import { EMPTY_ENVIRONMENT } from './kind-environment.ts';

const strategies = builtInStrategies(EMPTY_ENVIRONMENT);

describe('every built-in kind', () => {
  for (const { group, version, kind, verbs, subresources = [] } of kubernetesResources()) {
    if (!verbs.includes('create') || !verbs.includes('get')) continue;
    it(`${group}/${version} ${kind} fills in an object with nothing in it, twice to the same`, () => {
      const { main, status } = strategies({ group, version, kind });
      const draft = { apiVersion: '', kind, metadata: {} };
      main.applyDefaults(draft);
      const once = structuredClone(draft);
      main.applyDefaults(draft);
      assert.deepEqual(draft, once);
      assert.equal(
        status !== undefined,
        subresources.some(({ subresource }) => subresource === 'status'),
      );
    });
  }

  it('is refused without a name', () => {
    const { main } = strategies({ group: '', version: 'v1', kind: 'ConfigMap' });
    const causes = main.validateCreate({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace: 'n' } });
    assert.deepEqual(
      causes.map(({ field }) => field),
      ['metadata.name'],
    );
  });
});
