import type { ShellCommand } from '../shell-command.ts';
import { test } from './conditions.ts';
import { cat, copy, ls, mkdir, rm, touch } from './file-commands.ts';
import { command, evaluate, exec, prefix, sh, source, timeout, which, xargs } from './nested.ts';
import { curl, nc, nslookup, wget } from './network.ts';
import { echo, printf, seq, yes } from './printing.ts';
import { date, env, hostname, id, nproc, printenv, pwd, sleep, uname, whoami } from './surroundings.ts';
import { tar } from './tar.ts';
import { cut, grep, head, sort, tail, tee, tr, wc } from './text-filters.ts';

/** Everything that can be run by name, besides what is part of the shell. */
export const COMMANDS: ReadonlyMap<string, ShellCommand> = new Map<string, ShellCommand>([
  ['.', source],
  ['[', test],
  ['[[', test],
  ['ash', sh],
  ['bash', sh],
  ['basename', basename],
  ['cat', cat],
  ['chmod', () => 0],
  ['chown', () => 0],
  ['command', command],
  ['cp', copy],
  ['curl', curl],
  ['cut', cut],
  ['dash', sh],
  ['date', date],
  ['dirname', dirname],
  ['echo', echo],
  ['egrep', grep],
  ['env', env],
  ['eval', evaluate],
  ['exec', exec],
  ['false', () => 1],
  ['grep', grep],
  ['head', head],
  ['hostname', hostname],
  ['id', id],
  ['ls', ls],
  ['mkdir', mkdir],
  ['mv', copy],
  ['nc', nc],
  ['nice', prefix],
  ['nohup', prefix],
  ['nproc', nproc],
  ['nslookup', nslookup],
  ['printenv', printenv],
  ['printf', printf],
  ['pwd', pwd],
  ['rm', rm],
  ['seq', seq],
  ['sh', sh],
  ['sleep', sleep],
  ['sort', sort],
  ['source', source],
  ['sync', () => 0],
  ['tail', tail],
  ['tar', tar],
  ['tee', tee],
  ['test', test],
  ['timeout', timeout],
  ['touch', touch],
  ['tr', tr],
  ['true', () => 0],
  ['uname', uname],
  ['wc', wc],
  ['wget', wget],
  ['which', which],
  ['whoami', whoami],
  ['xargs', xargs],
  ['yes', yes],
]);

async function basename(
  [path = '', suffix = '']: readonly string[],
  { stdout }: Parameters<ShellCommand>[1],
): Promise<number> {
  const name = path.replace(/\/+$/, '').split('/').at(-1) ?? '';
  const bare =
    suffix !== '' && name !== suffix && name.endsWith(suffix) ? name.slice(0, -suffix.length) : name;
  await stdout.write(Buffer.from(`${bare}\n`));
  return 0;
}

async function dirname(
  [path = '']: readonly string[],
  { stdout }: Parameters<ShellCommand>[1],
): Promise<number> {
  const folder = path.replace(/\/+$/, '').split('/').slice(0, -1).join('/');
  await stdout.write(Buffer.from(`${folder === '' ? (path.startsWith('/') ? '/' : '.') : folder}\n`));
  return 0;
}
