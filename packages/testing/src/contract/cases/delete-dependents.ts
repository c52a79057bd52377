import type { CaseContext } from '../case-context.ts';
import { contractCases } from '../contract-case.ts';
import { configMap, type Stored } from './sample-objects.ts';

/** An owner and a dependent that blocks its owner's deletion. */
async function createFamily(c: CaseContext): Promise<void> {
  const path = c.at('configmaps');
  const owner = await c.setup<Stored>({ method: 'POST', path, body: configMap('owner') });
  const { name, uid } = owner.metadata;
  const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name, uid, blockOwnerDeletion: true }];
  await c.setup({ method: 'POST', path, body: configMap('dependent', {}, { ownerReferences }) });
}

export const deleteDependentCases = contractCases('delete', [
  {
    id: 'dependents-background',
    name: 'after a background delete the owner is gone at once and its dependents soon',
    needs: ['controllers'],
    run: async (c) => {
      await createFamily(c);
      const [owner, dependent] = [c.at('configmaps', 'owner'), c.at('configmaps', 'dependent')];
      await c.request({ method: 'DELETE', path: owner, body: { propagationPolicy: 'Background' } });
      await c.request({ path: owner });
      await c.eventually({ path: dependent }, ({ status }) => status === 404);
    },
  },
  {
    id: 'dependents-foreground',
    name: 'a foreground delete waits for a dependent that blocks it, then both are gone',
    needs: ['controllers'],
    run: async (c) => {
      await createFamily(c);
      const [owner, dependent] = [c.at('configmaps', 'owner'), c.at('configmaps', 'dependent')];
      await c.request({ method: 'DELETE', path: owner, body: { propagationPolicy: 'Foreground' } });
      await c.eventually({ path: owner }, ({ status }) => status === 404);
      await c.request({ path: dependent });
    },
  },
  {
    id: 'dependents-orphan',
    name: 'an orphaning delete leaves the dependents without their owner',
    needs: ['controllers'],
    run: async (c) => {
      await createFamily(c);
      const [owner, dependent] = [c.at('configmaps', 'owner'), c.at('configmaps', 'dependent')];
      await c.request({ method: 'DELETE', path: owner, body: { propagationPolicy: 'Orphan' } });
      await c.eventually({ path: owner }, ({ status }) => status === 404);
      await c.request({ path: dependent });
    },
  },
  {
    id: 'dependents-of-absent-owner',
    name: 'an object whose owner does not exist is collected',
    needs: ['controllers'],
    run: async (c) => {
      const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'absent' };
      const ownerReferences = [{ ...owner, uid: '11111111-2222-3333-4444-555555555555' }];
      const path = c.at('configmaps');
      await c.setup({ method: 'POST', path, body: configMap('a', {}, { ownerReferences }) });
      await c.eventually({ path: `${path}/a` }, ({ status }) => status === 404);
    },
  },
]);
