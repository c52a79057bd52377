import type { Service } from '@banyan/api/objects';

/** Variables that name a namespace's Services, as containers find them. */
export function serviceEnvironment(services: Iterable<Readonly<Service>>): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const { metadata, spec } of services) {
    const { clusterIP = '', ports = [] } = spec ?? {};
    const [first] = ports;
    if (clusterIP === '' || clusterIP === 'None' || first === undefined) continue;
    const name = variableName(metadata.name ?? '');
    environment[`${name}_SERVICE_HOST`] = clusterIP;
    environment[`${name}_SERVICE_PORT`] = String(first.port);
    for (const port of ports)
      if (port.name !== undefined)
        environment[`${name}_SERVICE_PORT_${variableName(port.name)}`] = String(port.port);
    environment[`${name}_PORT`] = `${(first.protocol ?? 'TCP').toLowerCase()}://${clusterIP}:${first.port}`;
  }
  return environment;
}

function variableName(name: string): string {
  return name.toUpperCase().replaceAll('-', '_');
}
