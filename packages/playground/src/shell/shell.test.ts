import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClock } from '@banyan/testing';
import { Collector, sourceOf } from './byte-streams.ts';
import { readOnlyTree } from './file-tree.ts';
import { MemoryTree } from './memory-tree.ts';
import { isKnownCommand, startProgram, type RunningProgram } from './start-program.ts';
import { VirtualFiles } from './virtual-files.ts';

interface Started {
  readonly program: RunningProgram;
  readonly clock: FakeClock;
  readonly stdout: Collector;
  readonly stderr: Collector;
}

function start(argv: readonly string[], stdin = '', files = new VirtualFiles()): Started {
  const clock = new FakeClock();
  const [stdout, stderr] = [new Collector(), new Collector()];
  const program = startProgram({
    argv,
    env: { GREETING: 'hello', EMPTY: '' },
    world: { files, clock, hostname: 'web-1' },
    stdin: sourceOf(Buffer.from(stdin)),
    stdout,
    stderr,
  });
  return { program, clock, stdout, stderr };
}

async function shell(script: string, stdin = '', files?: VirtualFiles) {
  const { program, clock, stdout, stderr } = start(['sh', '-c', script], stdin, files);
  let hasEnded = false;
  void program.ended.then(() => (hasEnded = true));
  while (!hasEnded) await clock.advance(1000);
  const code = await program.ended;
  return { code, out: stdout.text, err: stderr.text };
}

const PRINTS: readonly [script: string, out: string, code?: number][] = [
  ['echo hi; exit 3', 'hi\n', 3],
  ['echo -n a; echo -e "b\\tc"', 'ab\tc\n'],
  ['echo \'$GREETING\' "$GREETING" $GREETING world', '$GREETING hello hello world\n'],
  ['echo a   b "c   d"', 'a b c   d\n'],
  ['x=1 y="2 3"; echo $x $y "${y}z"', '1 2 3 2 3z\n'],
  ['echo ${NONE:-none} ${EMPTY:-empty} ${EMPTY-unset} ${GREETING:+set} ${#GREETING}', 'none empty set 5\n'],
  ['f=a/b/c.txt; echo ${f##*/} ${f%/*} ${f#*/} ${f%%.*}', 'c.txt a/b b/c.txt a/b/c\n'],
  ['false; echo $?; true && echo yes || echo no; false && echo yes || echo no', '1\nyes\nno\n'],
  ['! false && echo not', 'not\n'],
  ['if [ -n "$GREETING" ]; then echo there; else echo gone; fi', 'there\n'],
  ['if false; then echo a; elif test 2 -gt 1; then echo b; fi', 'b\n'],
  ['for i in 1 2 3; do [ $i = 2 ] && continue; echo $i; done', '1\n3\n'],
  ['for i in $(seq 3); do echo -n $i; done', '123'],
  ['i=0; while [ $i -lt 3 ]; do i=$((i + 1)); echo $i; done', '1\n2\n3\n'],
  ['i=5; until [ $i -le 3 ]; do i=$((i-1)); done; echo $i', '3\n'],
  ['while true; do while true; do break 2; done; done; echo out', 'out\n'],
  ['case web-1 in db*) echo db;; web-[0-9]|x) echo web;; *) echo other;; esac', 'web\n'],
  ['f() { echo "$1-$#"; return 4; }; f a b; echo $?', 'a-2\n4\n'],
  ['(cd /tmp; x=1; pwd); pwd; echo "<$x>"', '/tmp\n/\n<>\n'],
  ['{ echo a; echo b; } | wc -l', '2\n'],
  ['seq 10 | tail -n 3 | head -1', '8\n'],
  ['yes | head -n 2', 'y\ny\n'],
  ['printf "%s=%d|%05.1f\\n" a 7 2.25', 'a=7|002.3\n'],
  ['printf "%s\\n" a b c', 'a\nb\nc\n'],
  ['echo one > /tmp/f; echo two >> /tmp/f; cat < /tmp/f; wc -l /tmp/f', 'one\ntwo\n2 /tmp/f\n'],
  ['ls /none 2>/dev/null; ls /none 2>&1', 'ls: /none: No such file or directory\n', 1],
  ['echo "a b" | while read x y; do echo $y; done', 'b\n'],
  ['cat <<EOF | grep -v b\na $GREETING\nb\nEOF\necho after', 'a hello\nafter\n'],
  ['echo `echo old` "$(echo new)"', 'old new\n'],
  ['hostname; whoami; id -u', 'web-1\nroot\n0\n'],
  ['env A=b printenv A; A=c printenv A; echo "<$A>"', 'b\nc\n<>\n'],
  ['date +%Y-%m-%dT%H:%M:%SZ', '2030-01-01T00:00:00Z\n'],
  ['set -e; false; echo never', '', 1],
  ['set -- a "b c"; for x in "$@"; do echo $x; done; echo $#', 'a\nb c\n2\n'],
  ['mkdir -p /a/b && touch /a/b/y /a/b/x && ls /a/b && echo /a/b/*', 'x\ny\n/a/b/x /a/b/y\n'],
  ['echo a b c | cut -d" " -f2 | tr a-z A-Z', 'B\n'],
  ['printf "b\\na\\nb\\n" | sort -u | xargs echo', 'a b\n'],
  ['trap "echo bye" EXIT; echo hi', 'hi\nbye\n'],
  ['(sleep 0; echo beside) & wait; echo done', 'beside\ndone\n'],
  ['eval "echo $GREETING"; exec echo last; echo never', 'hello\nlast\n'],
  ['command -v cat || echo no; command -v nginx || echo no', '/bin/cat\nno\n'],
  ['# nothing but a comment', ''],
  ['break; echo on', 'on\n'],
  ["echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa | grep -E '(a+)+b' || echo none", 'none\n'],
  ["printf 'a1\\nb2\\nA3\\n' | grep -io 'a[0-9]'", 'a1\nA3\n'],
];

test('what is written in shell does what shells do', async () => {
  for (const [script, out, code = 0] of PRINTS) {
    const done = await shell(script);
    assert.deepEqual({ script, code: done.code, out: done.out }, { script, code, out });
  }
});

const FAILURES: readonly [script: string, code: number, err: string][] = [
  ['nginx -g daemon', 127, 'sh: nginx: not found\n'],
  ['cat /none', 1, "cat: can't open '/none': No such file or directory\n"],
  ['echo x > /none/file', 1, "sh: can't create /none/file: No such file or directory\n"],
  ['cat < /none', 1, "sh: can't open /none: No such file or directory\n"],
  ['if true; then echo', 2, 'sh: syntax error: unexpected end of file\n'],
  ['echo )', 2, 'sh: syntax error: unexpected ")"\n'],
  ['[ a -lt 2 ]', 2, '[: a: bad number\n'],
  ['set -u; echo $NONE', 2, 'sh: NONE: parameter not set\n'],
  ['echo $((1 / 0))', 2, 'sh: divide by zero\n'],
  ['cd /none', 2, "sh: cd: can't cd to /none: No such file or directory\n"],
  ['f() { f; }; f', 2, "sh: can't fork: Resource temporarily unavailable\n"],
  ['x=ab; while true; do x=$x$x; done', 2, 'sh: out of memory\n'],
  ['echo a | grep -E "("', 2, "grep: bad regex '('\n"],
  ['grep "(" /dev/none', 1, 'grep: /dev/none: No such file or directory\n'],
];

test('failures have the usual words and codes', async () => {
  for (const [script, code, err] of FAILURES) {
    const done = await shell(script);
    assert.deepEqual({ script, code: done.code, err: done.err }, { script, code, err });
  }
});

test('commands run without a shell too, and read what they are given', async () => {
  const { program, stdout } = start(['cat'], 'from stdin');
  assert.equal(await program.ended, 0);
  assert.equal(stdout.text, 'from stdin');
  const script = start(['sh'], 'x=1\nif true\nthen echo $x\nfi\nexit 4\n');
  assert.equal(await script.program.ended, 4);
  assert.equal(script.stdout.text, '1\n');
});

test('sleep takes the clock’s time', async () => {
  const { program, clock, stdout } = start(['sh', '-c', 'sleep 60; date +%T']);
  await clock.advance(59_999);
  assert.equal(stdout.text, '');
  await clock.advance(1);
  assert.equal(await program.ended, 0);
  assert.equal(stdout.text, '00:01:00\n');
});

test('TERM ends a program, unless it does not care; KILL ends every one', async () => {
  const polite = start(['sleep', '3600']);
  polite.program.signal('TERM');
  assert.equal(await polite.program.ended, 143);
  await polite.clock.advance(0);
  assert.equal(polite.clock.nextTimerMs, undefined);
  const handled = start(['sh', '-c', 'trap "echo bye; exit 5" TERM; while true; do sleep 1; done']);
  await handled.clock.advance(1500);
  handled.program.signal('TERM');
  assert.equal(await handled.program.ended, 5);
  assert.equal(handled.stdout.text, 'bye\n');
  const stubborn = start(['sh', '-c', "trap '' TERM; sleep infinity"]);
  await stubborn.clock.advance(1);
  stubborn.program.signal('TERM');
  stubborn.program.signal('KILL');
  assert.equal(await stubborn.program.ended, 137);
});

test('a loop that never waits leaves others their turn, and can be ended', async () => {
  const { program, clock } = start(['sh', '-c', 'while true; do :; done']);
  // Time passes only because the loop has come to rest.
  await clock.advance(1000);
  program.signal('TERM');
  assert.equal(await program.ended, 143);
});

test('a time-out ends what takes longer', async () => {
  const { program, clock, stdout } = start(['sh', '-c', 'timeout 2 sleep 10; echo $?']);
  await clock.advance(2000);
  assert.equal(await program.ended, 0);
  assert.equal(stdout.text, '143\n');
});

test('volumes are where they are mounted, read-only ones as they are now', async () => {
  const config = new Map([['color', Buffer.from('red')]]);
  const files = new VirtualFiles({
    mounts: [
      { path: '/etc/config', tree: readOnlyTree(() => config) },
      { path: '/etc/one/color.txt', tree: readOnlyTree(() => config), subPath: 'color' },
      { path: '/data', tree: new MemoryTree() },
    ],
    files: { '/etc/hostname': 'web-1\n' },
  });
  const before = await shell(
    'cat /etc/config/color /etc/one/color.txt; ls /etc; echo x > /etc/config/y',
    '',
    files,
  );
  assert.deepEqual(before, {
    code: 1,
    out: 'redredconfig\nhostname\none\n',
    err: "sh: can't create /etc/config/y: Read-only file system\n",
  });
  config.set('color', Buffer.from('blue'));
  assert.equal((await shell('cat /etc/config/*; echo 1 > /data/a', '', files)).out, 'blue');
  assert.equal((await shell('cat /data/a; cat /etc/hostname', '', files)).out, '1\nweb-1\n');
});

test('what is written without end is refused, not kept', async () => {
  const { code, err } = await shell(
    'x=$(seq 20000); for i in $(seq 60); do echo "$x" >> /tmp/f || exit 1; done',
  );
  assert.equal(code, 1);
  assert.match(err, /No space left on device/);
});

test('what would take too much memory is refused', async () => {
  const line = `${'x'.repeat(100_000)}\n`;
  const { code, err } = await shell('sort', line.repeat(20));
  assert.deepEqual({ code, err }, { code: 1, err: 'sort: : No space left on device\n' });
});

test('an archive brings back what was packed', async () => {
  const long = 'deep/'.repeat(25);
  const { out } = await shell(
    `mkdir -p /s/${long} /t; echo a > /s/f; echo b > /s/${long}g; cd /s; tar cf - . | tar xmf - -C /t; cat /t/f /t/${long}g`,
  );
  assert.equal(out, 'a\nb\n');
});

test('known commands are told from others', () => {
  for (const name of ['sh', '/bin/sh', 'sleep', '/usr/bin/env', 'cat', '['])
    assert.ok(isKnownCommand([name]), name);
  for (const name of ['nginx', '', '/app/server', 'perl']) assert.ok(!isKnownCommand([name]), name);
});
