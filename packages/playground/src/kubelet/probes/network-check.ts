import type { Container } from '@banyan/api/objects';

interface NetworkAction {
  readonly httpGet?: { path?: string; port: number | string; scheme?: string };
  readonly tcpSocket?: { port: number | string };
  readonly grpc?: { port: number };
}

/** Why a simulated server does not answer; undefined: it does, or it is not asked over the network. */
export function networkFailure(
  action: NetworkAction,
  container: Readonly<Container>,
  { podIP, listensOn }: { podIP: string; listensOn: (port: number) => boolean },
): string | undefined {
  const { httpGet, tcpSocket, grpc } = action;
  const asked = httpGet?.port ?? tcpSocket?.port ?? grpc?.port;
  if (asked === undefined) return undefined;
  const port = portNumber(asked, container);
  if (port === undefined) return `couldn't find port: "${asked}"`;
  if (listensOn(port)) return undefined;
  const refused = `dial tcp ${podIP}:${port}: connect: connection refused`;
  if (httpGet === undefined) return refused;
  const scheme = (httpGet.scheme ?? 'HTTP').toLowerCase();
  return `Get "${scheme}://${podIP}:${port}${httpGet.path ?? '/'}": ${refused}`;
}

/** By number, or by the name that the container gives it. */
function portNumber(port: number | string, { ports = [] }: Readonly<Container>): number | undefined {
  if (typeof port === 'number') return port;
  return (
    ports.find(({ name }) => name === port)?.containerPort ?? (/^\d+$/.test(port) ? Number(port) : undefined)
  );
}
