import type { CaseContext } from '../case-context.ts';
import { contractCases } from '../contract-case.ts';
import type { Json } from '../transcript.ts';
import type { WebSocketPipe } from '../web-socket.ts';

const two = [
  { name: 'first', image: 'app:1' },
  { name: 'second', image: 'app:1' },
];

async function createPod(c: CaseContext, name: string, spec: object = {}): Promise<string> {
  const containers = [{ name: 'app', image: 'app:1' }];
  const body = { metadata: { name }, spec: { automountServiceAccountToken: false, containers, ...spec } };
  await c.setup({ method: 'POST', path: c.at('pods'), body });
  return c.at('pods', name);
}

async function runningPod(c: CaseContext, spec: object = {}): Promise<string> {
  const path = await createPod(c, 'one', spec);
  type Pod = { status: { phase: string } };
  await c.until<Pod>({ path }, ({ body }) => body.status.phase === 'Running');
  return path;
}

const CHANNELS = ['stdin', 'stdout', 'stderr', 'error'];

/** What came on each channel, put together: where one message ends is up to chance. */
async function byChannel(socket: WebSocketPipe): Promise<Json> {
  const heard: Record<string, string> = {};
  for await (const message of socket.messages()) {
    if (message.length < 2) continue; // A channel is opened by an empty message, or not.
    const channel = CHANNELS[message[0] ?? 0] ?? 'unknown';
    heard[channel] = `${heard[channel] ?? ''}${message.subarray(1).toString()}`;
  }
  return heard;
}

const PROTOCOL = { 'sec-websocket-protocol': 'v5.channel.k8s.io' };

export const subresourceStreamCases = contractCases('subresources', [
  {
    id: 'log-refused',
    name: 'the log of a pod that no node runs, of no container, or asked for wrongly, is refused',
    run: async (c) => {
      const path = `${await createPod(c, 'one')}/log`;
      await c.request({ path });
      await c.request({ path, query: { container: 'nobody' } });
      await c.request({ path: `${await createPod(c, 'two', { containers: two })}/log` });
      await c.request({ path: c.at('pods', 'missing', 'log') });
      await c.request({ path, query: { tailLines: '-1' } });
      await c.request({ path, query: { sinceSeconds: '0' } });
      await c.request({ path, query: { sinceSeconds: '5', sinceTime: '2026-01-01T00:00:00Z' } });
      await c.request({ path, query: { limitBytes: '0' } });
      await c.request({ path, query: { tailLines: 'many' } });
      await c.request({ path: `${await createPod(c, 'lost', { nodeName: 'no-such-node' })}/log` });
      await c.request({ method: 'POST', path });
    },
  },
  {
    id: 'exec-refused',
    name: 'exec, attach and port-forward need a container, a node, an upgrade and their options',
    run: async (c) => {
      const path = await createPod(c, 'one');
      const options = { command: 'true', stdout: 'true' };
      await c.request({ method: 'POST', path: `${path}/exec`, query: options });
      await c.request({ path: `${path}/exec`, query: options });
      await c.request({ method: 'POST', path: `${path}/exec`, query: { stdout: 'true' } });
      await c.request({ method: 'POST', path: `${path}/exec`, query: { command: 'true' } });
      await c.request({ method: 'POST', path: `${path}/exec`, query: { ...options, container: 'nobody' } });
      await c.request({
        method: 'POST',
        path: `${path}/exec`,
        query: { ...options, stderr: 'true', tty: 'true' },
      });
      const other = await createPod(c, 'two', { containers: two });
      await c.request({ method: 'POST', path: `${other}/exec`, query: options });
      await c.request({ method: 'POST', path: `${path}/attach`, query: { stdout: 'true' } });
      await c.request({ method: 'POST', path: `${path}/attach` });
      await c.request({ method: 'POST', path: `${path}/portforward` });
      await c.request({ method: 'POST', path: c.at('pods', 'missing', 'exec'), query: options });
      await c.upgrade({ path: `${path}/exec`, query: options, headers: PROTOCOL }, byChannel);
      const lost = await createPod(c, 'lost', { nodeName: 'no-such-node' });
      await c.request({ method: 'POST', path: `${lost}/exec`, query: options });
      await c.request({ method: 'POST', path: `${lost}/portforward` });
    },
  },
  {
    id: 'proxy-refused',
    name: 'pods, services and nodes that are not there, or have no address, cannot be proxied to',
    run: async (c) => {
      const path = await createPod(c, 'one');
      await c.request({ path: `${path}/proxy/x` });
      await c.request({ path: `${path}:nobody/proxy/` });
      await c.request({ path: c.at('pods', 'missing', 'proxy', 'x') });
      await c.request({ path: c.at('services', 'missing', 'proxy', 'x') });
      const spec = { clusterIP: 'None', ports: [{ name: 'web', port: 80 }] };
      await c.setup({ method: 'POST', path: c.at('services'), body: { metadata: { name: 's' }, spec } });
      await c.request({ path: c.at('services', 's', 'proxy', 'x') });
      await c.request({ path: c.at('services', 's:web', 'proxy', '') });
      await c.request({ path: c.at('services', 's:nobody', 'proxy', '') });
      await c.request({ path: c.at('services', 'ftp:s:web', 'proxy', '') });
      await c.setup({
        method: 'POST',
        path: c.at('endpoints'),
        body: { metadata: { name: 's' }, subsets: [] },
      });
      await c.request({ path: c.at('services', 's:web', 'proxy', '') });
      await c.request({ path: c.at('services', 's:nobody', 'proxy', '') });
      await c.request({ path: '/api/v1/nodes/no-such-node/proxy/healthz' });
      const name = c.clusterName();
      await c.setup({ method: 'POST', path: '/api/v1/nodes', body: { metadata: { name } } });
      await c.request({ path: `/api/v1/nodes/${name}/proxy/healthz` });
      await c.request({ path: `${path}/proxy`, as: { user: 'jane' } });
    },
  },
  {
    id: 'log',
    name: 'the log of a running pod is plain text: all of it, its end, or the last container’s',
    needs: ['controllers', 'kubelet'],
    run: async (c) => {
      const path = `${await runningPod(c)}/log`;
      const headers = { accept: '*/*' };
      await c.request({ path, headers });
      await c.request({ path, headers, query: { tailLines: '1' } });
      await c.request({ path, headers, query: { tailLines: '0' } });
      await c.request({ path, headers, query: { timestamps: 'true' } });
      await c.request({ path, headers, query: { sinceTime: '2026-01-01T00:00:01Z' } });
      await c.request({ path, headers, query: { limitBytes: '5' } });
      await c.request({ path, headers, query: { container: 'app' } });
      await c.request({ path, headers, query: { container: 'nobody' } });
      await c.request({ path, headers: { accept: 'application/json' }, query: { tailLines: '1' } });
    },
  },
  {
    id: 'exec',
    name: 'what a command writes and how it ended come over the WebSocket, each on its channel',
    needs: ['controllers', 'kubelet'],
    run: async (c) => {
      const path = `${await runningPod(c)}/exec`;
      const exec = (...command: string[]) => {
        const query = command.map((word) => `command=${encodeURIComponent(word)}`).join('&');
        return `${path}?${query}&stdout=true&stderr=true`;
      };
      await c.upgrade({ path: exec('echo', 'hello'), headers: PROTOCOL }, byChannel);
      await c.upgrade({ path: exec('sh', '-c', 'echo aside >&2'), headers: PROTOCOL }, byChannel);
      const plain = { method: 'POST', path, query: { command: 'echo', stdout: 'true' } };
      await c.request(plain);
    },
  },
  {
    id: 'portforward',
    name: 'a port-forward is given over a WebSocket that carries SPDY, and not without an upgrade',
    needs: ['controllers', 'kubelet'],
    run: async (c) => {
      const path = `${await runningPod(c)}/portforward`;
      const hangUp = (socket: WebSocketPipe) => {
        socket.close();
        return Promise.resolve('given');
      };
      const headers = { accept: '*/*', 'sec-websocket-protocol': 'SPDY/3.1+portforward.k8s.io' };
      await c.upgrade({ path, query: { ports: '80' }, headers }, hangUp);
      await c.request({ method: 'POST', path });
    },
  },
]);
