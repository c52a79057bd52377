import { kubernetesVersion } from '@banyan/api';
import { methodNotAllowed } from '../errors/api-error.ts';
import type { PathRoutes } from './path-routes.ts';
import type { RequestMetrics } from './request-metrics.ts';
import type { RequestScope } from './request-scope.ts';
import { send } from './send.ts';

/** Something that is well or not, asked whenever somebody wants to know. */
export interface HealthCheck {
  readonly name: string;
  isWell(): boolean;
}

const TEXT = 'text/plain; charset=utf-8';
const NO_SNIFF = { 'x-content-type-options': 'nosniff' };
const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8; escaping=underscores';

/** Health, version and metrics. */
export function addServerPaths(
  routes: PathRoutes,
  checks: readonly HealthCheck[],
  metrics: RequestMetrics,
): void {
  for (const name of ['healthz', 'livez', 'readyz']) addHealth(routes, name, checks);
  const version = JSON.stringify(versionInfo(), undefined, 2);
  routes.at('/version', ({ method, response }) => {
    if (method !== 'GET') throw methodNotAllowed();
    return send(response, { status: 200, body: version, contentType: 'application/json' });
  });
  routes.at('/metrics', ({ response }) =>
    send(response, { status: 200, body: metrics.text(), contentType: METRICS_TYPE }),
  );
}

function addHealth(routes: PathRoutes, name: string, checks: readonly HealthCheck[]): void {
  routes.at(`/${name}`, (scope) => sendHealth(scope, name, checks));
  for (const check of checks) {
    routes.at(`/${name}/${check.name}`, ({ response }) => {
      const isWell = check.isWell();
      const status = isWell ? 200 : 500;
      return send(response, { status, body: isWell ? 'ok' : `${check.name} failed`, contentType: TEXT });
    });
  }
}

function sendHealth(
  { query, response }: RequestScope,
  name: string,
  checks: readonly HealthCheck[],
): Promise<void> {
  const excluded = new Set(query.getAll('exclude'));
  const lines = checks.map((check) => {
    if (excluded.has(check.name)) return `[+]${check.name} excluded: ok`;
    return check.isWell() ? `[+]${check.name} ok` : `[-]${check.name} failed`;
  });
  const isWell = lines.every((line) => line.startsWith('[+]'));
  const report = `${[...lines, `${name} check ${isWell ? 'passed' : 'failed'}`].join('\n')}\n`;
  const body = isWell && !query.has('verbose') ? 'ok' : report;
  return send(response, { status: isWell ? 200 : 500, body, contentType: TEXT, headers: NO_SNIFF });
}

function versionInfo(): object {
  const gitVersion = kubernetesVersion();
  const [major = '', minor = ''] = gitVersion.replace(/^v/, '').split('.');
  const lowestMinor = String(Number(minor) - 1);
  return {
    major,
    minor,
    emulationMajor: major,
    emulationMinor: minor,
    minCompatibilityMajor: major,
    minCompatibilityMinor: lowestMinor,
    gitVersion,
    gitCommit: '',
    gitTreeState: '',
    buildDate: '1970-01-01T00:00:00Z',
    goVersion: '',
    compiler: 'node',
    platform: `${process.platform}/${process.arch === 'x64' ? 'amd64' : process.arch}`,
  };
}
