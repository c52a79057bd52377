import { test } from 'node:test';
import { isNotFound } from '@banyan/kube';
import { eventually, startCluster } from '@banyan/testing';
import { clientOf, startServer, temporaryFolder } from './hub/hub-fixture.ts';
import { terminal, writeApp } from './people/template-fixture.ts';
import { workOnTemplates } from './people/template-scenario.ts';

const NAMESPACES = { group: '', version: 'v1', resource: 'namespaces' };

test('on real Kubernetes people work with templates, until they are switched off', async (t) => {
  const dir = await temporaryFolder(t);
  const parent = await startCluster({ controllers: true });
  t.after(() => parent.stop());
  const { kubeconfig } = parent;
  const startHub = (...flags: string[]) =>
    startServer(
      t,
      ['hub', '--kubeconfig', kubeconfig, '--secure-port', '0', '--metrics-port', '0', ...flags],
      'hub started',
    );
  const program = await startHub();
  const client = await clientOf(t, kubeconfig);
  const run = await terminal(dir, kubeconfig);
  await eventually('templates are served', async () => (await run('banyan get namespaces')).code === 0);
  const hub = { client, kubeconfigOf: (user: string) => parent.writeKubeconfig(user) };
  await workOnTemplates(t, { dir, hub, run, app: await writeApp(dir) });

  await t.test('switched off, they hold up no namespace of the hub', async () => {
    await program.stop();
    await startHub('--feature-gates=ShadowAPI=false');
    const metadata = { name: 'ends' };
    await client.create(NAMESPACES, { apiVersion: 'v1', kind: 'Namespace', metadata });
    await client.delete(NAMESPACES, { name: 'ends' });
    await eventually('it has ended', () =>
      client.get(NAMESPACES, { name: 'ends' }).then(
        () => false,
        (error: unknown) => {
          if (isNotFound(error)) return true;
          throw error;
        },
      ),
    );
  });
});
