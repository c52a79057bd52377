import { isIP, type Socket } from 'node:net';

const VERSION = 5;
const NO_AUTHENTICATION = 0;
const USER_AND_PASSWORD = 2;
const COMMAND_CONNECT = 1;
const ADDRESS_IPV4 = 1;
const ADDRESS_NAME = 3;
const ADDRESS_IPV6 = 4;

const REPLY_WORDS = [
  'done',
  'general failure',
  'not allowed by its rules',
  'network unreachable',
  'host unreachable',
  'connection refused',
  'time to live expired',
  'command not supported',
  'address type not supported',
];

/** RFC 1928 CONNECT with RFC 1929 user and password. The name is resolved by the proxy. */
export async function socks5Connect(
  socket: Socket,
  target: { readonly host: string; readonly port: number },
  user: { readonly username: string; readonly password: string } | undefined,
  signal: AbortSignal,
): Promise<Socket> {
  const methods = user === undefined ? [NO_AUTHENTICATION] : [NO_AUTHENTICATION, USER_AND_PASSWORD];
  socket.write(Buffer.from([VERSION, methods.length, ...methods]));
  const [, method] = await readExactly(socket, 2, signal);
  if (method === USER_AND_PASSWORD && user !== undefined) {
    await authenticate(socket, user, signal);
  } else if (method !== NO_AUTHENTICATION) {
    throw new Error('it wants an authentication that we do not have');
  }
  socket.write(
    Buffer.concat([
      Buffer.from([VERSION, COMMAND_CONNECT, 0]),
      encodeAddress(target.host),
      Buffer.from([target.port >> 8, target.port & 0xff]),
    ]),
  );
  const [, reply = 1, , addressType] = await readExactly(socket, 4, signal);
  if (reply !== 0) throw new Error(REPLY_WORDS[reply] ?? `reply ${reply}`);
  await skipBoundAddress(socket, addressType, signal);
  return socket;
}

async function authenticate(
  socket: Socket,
  user: { readonly username: string; readonly password: string },
  signal: AbortSignal,
): Promise<void> {
  const fields = [user.username, user.password].map((text) => {
    const bytes = Buffer.from(text);
    return Buffer.concat([Buffer.from([bytes.length]), bytes]);
  });
  socket.write(Buffer.concat([Buffer.from([1]), ...fields]));
  const [, status] = await readExactly(socket, 2, signal);
  if (status !== 0) throw new Error('user or password refused');
}

function encodeAddress(host: string): Buffer {
  if (isIP(host) === 4) return Buffer.from([ADDRESS_IPV4, ...host.split('.').map(Number)]);
  if (isIP(host) === 6) return Buffer.concat([Buffer.from([ADDRESS_IPV6]), ipv6Bytes(host)]);
  const name = Buffer.from(host);
  return Buffer.concat([Buffer.from([ADDRESS_NAME, name.length]), name]);
}

function ipv6Bytes(host: string): Buffer {
  // The URL parser writes any IPv6 form in hexadecimal groups, with at most one `::`.
  const [left = '', right] = new URL(`http://[${host}]`).hostname.slice(1, -1).split('::');
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'));
  const head = groups(left);
  const tail = groups(right ?? '');
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  const all = [...head, ...zeros, ...tail];
  return Buffer.from(all.flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 0xff]));
}

async function skipBoundAddress(
  socket: Socket,
  addressType: number | undefined,
  signal: AbortSignal,
): Promise<void> {
  const PORT_BYTES = 2;
  if (addressType === ADDRESS_IPV4) await readExactly(socket, 4 + PORT_BYTES, signal);
  else if (addressType === ADDRESS_IPV6) await readExactly(socket, 16 + PORT_BYTES, signal);
  else {
    const [length = 0] = await readExactly(socket, 1, signal);
    await readExactly(socket, length + PORT_BYTES, signal);
  }
}

/** Reads so many bytes and no more: what follows them belongs to the tunnel. */
function readExactly(socket: Socket, count: number, signal: AbortSignal): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void): void => {
      socket.off('readable', attempt).off('error', onError).off('end', onEnd);
      signal.removeEventListener('abort', onAbort);
      act();
    };
    const attempt = (): void => {
      const chunk = socket.read(count) as Buffer | null;
      if (chunk !== null) settle(() => resolve(chunk));
    };
    const onError = (error: unknown): void => settle(() => reject(error as Error));
    const onEnd = (): void => onError(new Error('closed in the middle of the SOCKS handshake'));
    const onAbort = (): void => onError(signal.reason);
    socket.on('readable', attempt).once('error', onError).once('end', onEnd);
    signal.addEventListener('abort', onAbort, { once: true });
    attempt();
  });
}
