import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commandWords } from './command-words.ts';
import { runKubectl, type KubectlCall, type KubectlOutput } from './kubectl-process.ts';
import type { KubectlTarget } from './kubectl-target.ts';
import type { OwnWords } from './mask-rules.ts';
import type { Scenario, Step } from './scenario.ts';

export interface SessionOptions {
  readonly target: KubectlTarget;
  readonly scenario: Scenario;
  readonly program: string;
  /** A folder for this session alone. Its owner removes it. */
  readonly dir: string;
}

/** Ends a wait for controllers that do not work. */
const EXISTS_DEADLINE_MS = 300_000;

/** The part of a kubeconfig that a session changes or looks at. */
interface Kubeconfig {
  readonly clusters: { readonly cluster: { readonly server: string } }[];
  readonly contexts: { readonly context: Record<string, string> }[];
}

/** A scenario's place to work in: folder, namespace, and kubeconfigs that lead into it. */
export class KubectlSession {
  readonly #options: SessionOptions;
  readonly #kubeconfigs = new Map<string, string>();
  readonly #work: string;
  #server = '';

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#work = join(options.dir, 'work');
  }

  async open(): Promise<void> {
    const { scenario, target } = this.#options;
    await mkdir(this.#work, { recursive: true });
    for (const [name, text] of Object.entries(scenario.files ?? {}))
      await writeFile(join(this.#work, name), text);
    await this.#addKubeconfig('', target.kubeconfig);
    for (const [user, groups] of Object.entries(scenario.users ?? {}))
      await this.#addKubeconfig(user, await target.kubeconfigFor(user, groups));
    await this.#createNamespace();
  }

  /** What only this session has, and its transcript must not. */
  get ownWords(): OwnWords {
    const address = new URL(this.#server).host;
    return new Map([
      [this.#work, 'dir'],
      [this.#options.dir, 'temporary'],
      [this.#server, 'server'],
      [address, 'address'],
    ]);
  }

  async call(step: Step): Promise<KubectlCall> {
    const { program, dir } = this.#options;
    const kubeconfig = this.#kubeconfigs.get(step.as ?? '');
    if (kubeconfig === undefined) throw new Error(`${step.as} is none of the scenario's users`);
    return {
      program,
      args: commandWords(step.run),
      cwd: this.#work,
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: dir,
        TMPDIR: dir,
        KUBECONFIG: kubeconfig,
        KUBECACHEDIR: join(dir, 'cache'),
        ...(step.edit && { KUBE_EDITOR: await this.#writeEditor(step.edit) }),
      },
      stdin: step.stdin ?? '',
    };
  }

  async #createNamespace(): Promise<void> {
    const { target, scenario } = this.#options;
    await this.#must(`create namespace ${scenario.id}`);
    // Without one no pod is accepted; the controllers make it soon after the namespace.
    if (target.capabilities.has('controllers')) await this.#untilExists('serviceaccount default');
    else await this.#must('create serviceaccount default');
  }

  async #untilExists(what: string): Promise<void> {
    const deadline = performance.now() + EXISTS_DEADLINE_MS;
    while ((await runKubectl(await this.call({ run: `get ${what}` }))).exit !== 0)
      if (performance.now() > deadline) throw new Error(`${this.#options.scenario.id}: no ${what} in time`);
  }

  async #must(run: string): Promise<KubectlOutput> {
    const output = await runKubectl(await this.call({ run }));
    if (output.exit !== 0) throw new Error(`kubectl ${run}: ${output.stderr}`);
    return output;
  }

  /** A copy whose context has the scenario's namespace. */
  async #addKubeconfig(user: string, original: string): Promise<void> {
    const { dir, scenario } = this.#options;
    const file = join(dir, `${user}.kubeconfig`);
    this.#kubeconfigs.set(user, original);
    const run = 'config view --raw --flatten --minify --output=json';
    const view = await runKubectl(await this.call(user === '' ? { run } : { run, as: user }));
    if (view.exit !== 0) throw new Error(`${original}: ${view.stderr}`);
    const config = JSON.parse(view.stdout) as Kubeconfig;
    for (const { context } of config.contexts) context['namespace'] = scenario.id;
    this.#server = config.clusters[0]?.cluster.server ?? '';
    await writeFile(file, JSON.stringify(config), { mode: 0o600 });
    this.#kubeconfigs.set(user, file);
  }

  /** A program that makes the same changes each time it is opened; kubectl opens it again after a mistake. */
  async #writeEditor(changes: Readonly<Record<string, string>>): Promise<string> {
    const file = join(this.#options.dir, 'editor.mjs');
    const program = `#!${process.execPath}
import { readFileSync, writeFileSync } from 'node:fs';
let text = readFileSync(process.argv[2], 'utf8');
for (const [from, to] of Object.entries(${JSON.stringify(changes)})) text = text.replace(from, to);
writeFileSync(process.argv[2], text);
`;
    await writeFile(file, program);
    await chmod(file, 0o700);
    return file;
  }
}
