import type { KubeObject } from '@banyan/api';
import type { ShownObject } from './shown-object.ts';

/** What a real server showed of objects of one collection. */
export interface RecordedTable {
  readonly collection: string;
  /** Of the answer: ages count from here. */
  readonly now: string;
  /** `name|type|format|priority` each. */
  readonly columns: readonly string[];
  readonly rows: readonly RecordedRow[];
}

export interface RecordedRow {
  readonly cells: readonly unknown[];
  readonly conditions?: readonly unknown[];
  readonly object: KubeObject;
}

/** The part of a cluster that is asked. */
interface AskedCluster {
  request(request: {
    method: string;
    path: string;
    headers: Record<string, string>;
    body?: string;
  }): Promise<{ status: number; headers: object; body: Buffer }>;
}

const JSON_HEADERS = { accept: 'application/json', 'content-type': 'application/json' };
const TABLE_HEADERS = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' };

/** Other views of what was made. */
const OTHER_VIEWS = [
  '/apis/apps/v1/namespaces/default/deployments/deployments-3/scale',
  '/apis/events.k8s.io/v1/namespaces/default/events',
];
/** Collections in which a server has something from the start. */
const OWN = [
  '/api/v1/componentstatuses',
  '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
  '/apis/apiregistration.k8s.io/v1/apiservices',
  '/apis/certificates.k8s.io/v1/certificatesigningrequests',
  '/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas',
  '/apis/networking.k8s.io/v1/ipaddresses?fieldSelector=metadata.name=10.96.0.1',
  '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings',
  '/apis/rbac.authorization.k8s.io/v1/clusterroles',
  '/apis/storage.k8s.io/v1/csistoragecapacities',
];
/** Of the server's own a few rows say all. */
const OWN_ROWS = 3;

/** Makes the objects and asks for each collection as a Table. What the server refuses is an error. */
export async function recordTables(
  cluster: AskedCluster,
  objects: readonly ShownObject[],
): Promise<RecordedTable[]> {
  for (const object of objects) await makeObject(cluster, object);
  const collections = [...new Set(objects.map(({ collection }) => collection))];
  const made = await recordAll(cluster, [...collections, ...OTHER_VIEWS]);
  const own = await recordAll(cluster, OWN);
  return [...made, ...own.map((table) => ({ ...table, rows: table.rows.slice(0, OWN_ROWS) }))];
}

function recordAll(cluster: AskedCluster, paths: readonly string[]): Promise<RecordedTable[]> {
  return Promise.all(paths.map((path) => recordTable(cluster, path)));
}

async function makeObject(cluster: AskedCluster, shown: ShownObject): Promise<void> {
  const { collection, name, object, status, isDeleted } = shown;
  const created = await ask(cluster, 'POST', collection, object);
  const path = `${collection}/${name}`;
  if (status !== undefined) await ask(cluster, 'PUT', `${path}/status`, { ...(created as object), status });
  if (isDeleted === true) await ask(cluster, 'DELETE', path);
}

async function ask(cluster: AskedCluster, method: string, path: string, body?: object): Promise<unknown> {
  const { status, body: answer } = await cluster.request({
    method,
    path,
    headers: JSON_HEADERS,
    ...(body && { body: JSON.stringify(body) }),
  });
  if (status >= 300) throw new Error(`${method} ${path}: ${answer.toString()}\n${JSON.stringify(body)}`);
  return JSON.parse(answer.toString());
}

interface Table {
  readonly columnDefinitions: readonly { name: string; type: string; format: string; priority: number }[];
  /** Null where there is nothing, of some kinds. */
  readonly rows: readonly RecordedRow[] | null;
}

async function recordTable(cluster: AskedCluster, collection: string): Promise<RecordedTable> {
  const url = new URL(collection, 'https://server');
  url.searchParams.set('includeObject', 'Object');
  const path = `${url.pathname}${url.search}`;
  const answer = await cluster.request({ method: 'GET', path, headers: TABLE_HEADERS });
  const { columnDefinitions, rows } = JSON.parse(answer.body.toString()) as Table;
  const { date } = answer.headers as { date: string };
  return {
    collection: url.pathname,
    now: new Date(date).toISOString(),
    columns: columnDefinitions.map(({ name, type, format, priority }) =>
      [name, type, format, priority].join('|'),
    ),
    rows: (rows ?? []).map(({ cells, conditions, object }) => ({
      cells,
      ...(conditions && { conditions }),
      object: lasting(object),
    })),
  };
}

const GIVEN_ANEW = ['uid', 'resourceVersion', 'creationTimestamp', 'managedFields', 'generation', 'selfLink'];

/** Without what every server gives anew; that it is being deleted stays. */
function lasting(object: KubeObject): KubeObject {
  const kept = Object.entries(object.metadata).filter(([field]) => !GIVEN_ANEW.includes(field));
  const metadata: KubeObject['metadata'] = Object.fromEntries(kept);
  if (metadata.deletionTimestamp) metadata.deletionTimestamp = '2020-01-01T00:00:00Z';
  return { ...object, metadata };
}
