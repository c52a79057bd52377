import { kubernetesVersion } from '@banyan/api';
import type { PathRoutes } from './path-routes.ts';
import type { RequestScope } from './request-scope.ts';
import { send } from './send.ts';

/** Health and version. `isReady`: whether writes can be taken. */
export function addServerPaths(routes: PathRoutes, isReady: () => boolean): void {
  const health = (scope: RequestScope) => {
    const ok = isReady();
    return send(scope.response, {
      status: ok ? 200 : 500,
      body: ok ? 'ok' : 'storage has failed',
      contentType: 'text/plain; charset=utf-8',
      headers: { 'x-content-type-options': 'nosniff' },
    });
  };
  for (const path of ['/healthz', '/livez', '/readyz']) routes.at(path, health);
  routes.at('/version', ({ response }) =>
    send(response, {
      status: 200,
      body: JSON.stringify(versionInfo(), undefined, 2),
      contentType: 'application/json',
    }),
  );
}

function versionInfo(): object {
  const gitVersion = kubernetesVersion();
  const [major = '', minor = ''] = gitVersion.replace(/^v/, '').split('.');
  return {
    major,
    minor,
    gitVersion,
    gitCommit: '',
    gitTreeState: '',
    buildDate: '1970-01-01T00:00:00Z',
    goVersion: '',
    compiler: 'node',
    platform: `${process.platform}/${process.arch === 'x64' ? 'amd64' : process.arch}`,
  };
}
