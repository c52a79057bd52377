/** For tests: what a person does with templates, on whatever hub. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { TestHub } from '../hub/hub-fixture.ts';
import type { Ran, RunLine } from './template-fixture.ts';

export interface TemplateScenario {
  readonly dir: string;
  readonly hub: Pick<TestHub, 'client' | 'kubeconfigOf'>;
  /** In the folder, at the hub. */
  readonly run: RunLine;
  /** The folder that `writeApp` has written. */
  readonly app: string;
}

const NAMESPACES = { group: '', version: 'v1', resource: 'namespaces' };

/** Runs it as subtests. */
export async function workOnTemplates(t: TestContext, scenario: TemplateScenario): Promise<void> {
  const metadata = { name: 'clusternet-paris' };
  await scenario.hub.client.create(NAMESPACES, { apiVersion: 'v1', kind: 'Namespace', metadata });
  await t.test('a folder with an app, its namespace, an intent and an override is applied at once', () =>
    applyFolder(scenario),
  );
  await t.test('templates and the hub’s own kinds are shown, changed and described', () =>
    changeThem(scenario),
  );
  await t.test('an input is read, an editor is called, exit codes are kubectl’s', () => useInputs(scenario));
  await t.test('kustomizations are read as kubectl reads them', () => useKustomize(scenario));
  await t.test('the kubeconfig of templates does the same with plain kubectl', () =>
    usePlainKubectl(scenario),
  );
  await t.test('all of it is deleted as it was applied', () => deleteAll(scenario));
  await t.test('a verb that means nothing for templates asks for a member', () => useWrongVerbs(scenario));
  await t.test('who has no rights is told which he needs', () => useNoRights(scenario));
}

function ok({ code, stdout, stderr }: Ran): string {
  assert.equal(code, 0, stdout + stderr);
  return stdout;
}

async function applyFolder({ run, app }: TemplateScenario): Promise<void> {
  const applied = await run(`banyan apply -f ${app}`);
  assert.equal(
    ok(applied),
    [
      'namespace/shop created',
      'deployment.apps/web created',
      'service/web created',
      'subscription.apps.clusternet.io/web created',
      'localization.apps.clusternet.io/more created',
      '',
    ].join('\n'),
  );
  assert.match(applied.stderr, /^Warning: namespace "shop" is made in the hub, too/);
  const again = ok(await run(`kubectl clusternet apply -f ${app}`));
  assert.equal(again.match(/ unchanged$/gm)?.length, 5, again);
  assert.equal(ok(await run(`banyan apply --server-side --force-conflicts -f ${app}`)).split('\n').length, 6);
  const { stdout: inHub } = await run('kubectl get deployments,services -n shop -o name');
  assert.equal(inHub, '', 'templates do not run');
  assert.equal(
    ok(await run('kubectl get subscription web -n shop -o name')).trim(),
    'subscription.apps.clusternet.io/web',
  );
}

async function changeThem({ run }: TemplateScenario): Promise<void> {
  assert.match(
    ok(await run('banyan get deploy,sub -n shop')),
    /^deployment.apps\/web +0\/2 [^]*^subscription\S*\/web /m,
  );
  ok(await run('banyan scale deployment web -n shop --replicas=4'));
  ok(await run('kubectl clusternet label deployment web -n shop tier=front'));
  ok(await run('banyan annotate sub web -n shop note=yes'));
  ok(await run('banyan set image deployment/web web=nginx:2 -n shop'));
  ok(await run(['banyan', 'patch', 'service', 'web', '-n', 'shop', '-p', '{"spec":{"type":"NodePort"}}']));
  const shape = 'jsonpath={.spec.replicas} {.metadata.labels.tier} {.spec.template.spec.containers[0].image}';
  const shown = await run(['banyan', 'get', 'deployment', 'web', '-n', 'shop', '-o', shape]);
  assert.equal(ok(shown), '4 front nginx:2');
  assert.match(ok(await run('banyan describe sub web -n shop')), /^Kind: +Subscription$/m);
  assert.match(ok(await run('banyan explain subscription.spec.feeds')), /^KIND: +Subscription$/m);
  assert.match(ok(await run('banyan api-resources')), /^subscriptions +sub,subs? /m);
}

async function useInputs({ run, dir }: TemplateScenario): Promise<void> {
  const config = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"one","namespace":"nowhere"}}';
  assert.equal(ok(await run('banyan create -f -', { stdin: config })), 'configmap/one created\n');
  const changed = config.replace('}}', '},"data":{"a":"b"}}');
  assert.equal((await run('banyan diff -f -', { stdin: changed })).code, 1, 'it differs');
  assert.equal((await run('banyan diff -f -', { stdin: config })).code, 0, 'it is the same');
  const editor = join(dir, 'editor');
  await writeFile(editor, `#!/bin/sh\nprintf 'data:\\n  a: c\\n' >> "$1"\n`, { mode: 0o755 });
  assert.match(
    ok(await run('banyan edit configmap one -n nowhere', { env: { EDITOR: editor } })),
    /one edited/,
  );
  assert.equal(ok(await run('banyan get cm one -n nowhere -o jsonpath={.data.a}')), 'c');
  const missing = await run('banyan get configmap none -n shop');
  assert.deepEqual(
    [missing.code, missing.stderr],
    [1, 'Error from server (NotFound): configmaps "none" not found\n'],
  );
  ok(await run('banyan delete configmap one -n nowhere'));
}

async function useKustomize({ run, app }: TemplateScenario): Promise<void> {
  await writeFile(join(app, 'kustomization.yaml'), 'resources: [1-app.yaml]\nnamePrefix: my-\n');
  assert.match(ok(await run(`banyan apply -k ${app} --dry-run=server`)), /^deployment.apps\/my-web created/m);
}

async function usePlainKubectl({ run, app, dir }: TemplateScenario): Promise<void> {
  ok(await run('banyan kubeconfig --templates -o templates.kubeconfig'));
  const env = { KUBECONFIG: join(dir, 'templates.kubeconfig') };
  const applied = ok(await run(['kubectl', 'apply', '-f', join(app, '2-where.yaml')], { env }));
  assert.match(applied, /^subscription.apps.clusternet.io\/web (configured|unchanged)$/m);
  assert.equal(ok(await run('kubectl get deploy -n shop -o name', { env })), 'deployment.apps/web\n');
}

async function deleteAll({ run, app }: TemplateScenario): Promise<void> {
  const gone = ok(await run(`banyan delete -f ${app}/1-app.yaml -f ${app}/2-where.yaml --timeout=60s`));
  assert.equal(gone.match(/ deleted/g)?.length, 5, gone);
  assert.equal(ok(await run('banyan get deploy,svc,sub -n shop -o name')), '');
}

async function useWrongVerbs({ run }: TemplateScenario): Promise<void> {
  const { code, stderr } = await run('banyan logs web');
  assert.equal(code, 2);
  assert.match(stderr, /^banyan logs: which cluster\? banyan logs --cluster NAME/);
  const other = await run('kubectl multicluster apply -f x');
  assert.equal(other.code, 2);
  const help = ok(await run('kubectl clusternet apply --help'));
  assert.match(help, /^usage: banyan apply [^]*kubectl apply:[^]*--filename/);
}

async function useNoRights({ run, hub }: TemplateScenario): Promise<void> {
  const kubeconfig = await hub.kubeconfigOf('jane');
  const { code, stderr } = await run(`banyan get deployments -n shop --kubeconfig ${kubeconfig}`);
  assert.equal(code, 1);
  assert.match(stderr, /User "jane" cannot list .*it takes the right to deployments in API group "shadow"/);
}
