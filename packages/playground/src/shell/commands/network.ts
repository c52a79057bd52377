import { request } from 'node:http';
import {
  complain,
  parseOptions,
  pathOf,
  print,
  type CommandContext,
  type ShellCommand,
} from '../shell-command.ts';

/** What is kept of a page. */
const MAX_PAGE_BYTES = 1024 * 1024;

/** Options may stand anywhere, long ones count as not given. */
function parseAnywhere(args: readonly string[], withValue: string) {
  const flags = new Map<string, string>();
  const operands: string[] = [];
  let rest = args.filter((arg) => !arg.startsWith('--'));
  while (rest.length > 0) {
    const parsed = parseOptions(rest, withValue);
    for (const [flag, value] of parsed.flags) flags.set(flag, value);
    const [first, ...others] = parsed.operands;
    if (first !== undefined) operands.push(first);
    rest = others;
  }
  return { flags, operands };
}

interface Unanswered<Failure> {
  readonly failure: Failure;
  readonly host: string;
  readonly address: string;
  readonly port: number;
}

type Page =
  | Unanswered<'unknown host'>
  | Unanswered<'refused'>
  | { readonly failure: undefined; readonly status: number; readonly body: Buffer };

/** Asks within the cluster: there is no other network. */
async function fetchPage(text: string, { process }: CommandContext): Promise<Page> {
  const url = new URL(/^\w+:\/\//.test(text) ? text : `http://${text}`);
  const { network } = process.world;
  const host = url.hostname;
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  const address = network?.resolve(host);
  if (address === undefined) return { failure: 'unknown host', host, address: '', port };
  const socket = url.protocol === 'http:' ? network?.connect(address, port) : undefined;
  if (socket === undefined) return { failure: 'refused', host, address, port };
  const { promise, resolve } = Promise.withResolvers<Page>();
  const path = `${url.pathname}${url.search}`;
  const asked = request({
    path,
    headers: { host: url.host, connection: 'close' },
    createConnection: () => socket,
  });
  asked.on('error', () => resolve({ failure: 'refused', host, address, port }));
  asked.on('response', (answer) => {
    const parts: Buffer[] = [];
    answer.on('data', (part: Buffer) => parts.push(part));
    answer.on('close', () =>
      resolve({
        failure: undefined,
        status: answer.statusCode ?? 0,
        body: Buffer.concat(parts).subarray(0, MAX_PAGE_BYTES),
      }),
    );
  });
  asked.end();
  return process.until(promise);
}

export const wget: ShellCommand = async (args, context) => {
  const { flags, operands } = parseAnywhere(args, 'OTUtP');
  const [url = ''] = operands;
  const target = url === '' ? url : (url.split('/').at(-1) ?? '');
  if (!isUrl(url)) return complain(context, `not an http or ftp url: ${url}`);
  const page = await fetchPage(url, context);
  if (page.failure === 'unknown host') return complain(context, `bad address '${page.host}'`);
  if (page.failure === 'refused')
    return complain(context, `can't connect to remote host (${page.address}): Connection refused`);
  const file = flags.get('O') ?? (/[:.]/.test(target) || target === '' ? 'index.html' : target);
  if (args.includes('--spider')) return 0;
  if (file === '-') await context.stdout.write(page.body);
  else context.process.world.files.write(pathOf(context, file), page.body);
  return 0;
};

export const curl: ShellCommand = async (args, context) => {
  const { flags, operands } = parseAnywhere(args, 'omHXdAuw');
  const [url = ''] = operands;
  if (!isUrl(url)) return complain(context, '(3) URL rejected: Malformed input to a URL function', 3);
  const page = await fetchPage(url, context);
  const isQuiet = flags.has('s') && !flags.has('S');
  const fail = (words: string, code: number) => (isQuiet ? code : complain(context, words, code));
  if (page.failure === 'unknown host') return fail(`(6) Could not resolve host: ${page.host}`, 6);
  if (page.failure === 'refused') {
    const where = `${page.host} port ${page.port} after 0 ms`;
    return fail(`(7) Failed to connect to ${where}: Could not connect to server`, 7);
  }
  if (flags.has('i') || flags.has('I')) await print(context, `HTTP/1.1 ${page.status} OK\r\n\r\n`);
  const file = flags.get('o');
  if (file === undefined && !flags.has('I')) await context.stdout.write(page.body);
  else if (file !== undefined && file !== '/dev/null')
    context.process.world.files.write(pathOf(context, file), page.body);
  return 0;
};

function isUrl(text: string): boolean {
  return text !== '' && URL.canParse(/^\w+:\/\//.test(text) ? text : `http://${text}`);
}

export const nslookup: ShellCommand = async (args, context) => {
  const [name = ''] = parseOptions(args).operands;
  const address = context.process.world.network?.resolve(name);
  await print(context, 'Server:\t\t10.96.0.10\nAddress:\t10.96.0.10:53\n\n');
  if (address === undefined) {
    await print(context, `** server can't find ${name}: NXDOMAIN\n\n`);
    return 1;
  }
  await print(context, `Name:\t${name}\nAddress: ${address}\n\n`);
  return 0;
};

/** Tells whether somebody listens; it carries nothing. */
export const nc: ShellCommand = async (args, context) => {
  const { operands } = parseAnywhere(args, 'w');
  const [host = '', port = ''] = operands;
  const { network } = context.process.world;
  const address = network?.resolve(host);
  if (address === undefined) return complain(context, `bad address '${host}'`);
  const socket = network?.connect(address, Number(port));
  socket?.destroy();
  return socket === undefined ? 1 : 0;
};
