import { TEMPLATES_PATH } from '@banyan/api/banyan';
import type { KubeconfigCluster } from '@banyan/kube';
// By themselves: the rest of the package takes longer to load than all that is done here.
import { findTool } from '@banyan/kube/find-tool';
import { loadKubeconfig } from '@banyan/kube/load-kubeconfig';
import { runProgram } from './run-program.ts';
import type { MemberFlags } from './take-member-flags.ts';

/**
 * A verb of kubectl's on the hub's templates: stock kubectl with the kubeconfig that it would use anyway, but at the
 * door where native paths are templates. Resolves to kubectl's exit code.
 */
export async function templateKubectl(verb: string, flags: MemberFlags): Promise<number> {
  const { kubeconfig, context, rest } = flags;
  const [program, hub] = await Promise.all([findTool('kubectl'), hubCluster(flags)]);
  const { code, wasStopped } = await runProgram(program, [
    `--server=${(hub.server ?? '').replace(/\/+$/, '')}${TEMPLATES_PATH}`,
    // A server by a flag makes kubectl forget under which name the certificate is.
    ...(hub.tlsServerName === undefined ? [] : [`--tls-server-name=${hub.tlsServerName}`]),
    ...(kubeconfig === undefined ? [] : [`--kubeconfig=${kubeconfig}`]),
    ...(context === undefined ? [] : [`--context=${context}`]),
    verb,
    ...rest,
  ]);
  if (code === 0 || wasStopped || rest.some((arg) => OTHER_USER.test(arg))) return code;
  const { templatesProblem } = await import('./templates-problem.ts');
  // kubectl has said what it knows; where we know no more, its word stands.
  const problem = await templatesProblem({ kubeconfig, context }).catch(() => undefined);
  if (problem !== undefined) console.error(problem);
  return code;
}

/** With these kubectl is someone else than we would be. */
const OTHER_USER =
  /^--(?:as|as-uid|as-group|token|user|username|password|client-certificate|client-key)(?:=|$)/;

async function hubCluster({ kubeconfig: path, context }: MemberFlags): Promise<KubeconfigCluster> {
  const config = await loadKubeconfig({ env: process.env, ...(path !== undefined && { path }) });
  const name = context ?? config.currentContext;
  if (name === undefined)
    throw new Error(`${config.origin}: there is no current context; choose the hub with --context`);
  const found = config.contexts.get(name);
  if (found === undefined) throw new Error(`${config.origin}: there is no context "${name}"`);
  const cluster = config.clusters.get(found.cluster ?? '');
  if (cluster?.server === undefined) throw new Error(`${config.origin}: context "${name}" names no server`);
  return cluster;
}
