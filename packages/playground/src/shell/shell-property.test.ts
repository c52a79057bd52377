import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClock } from '@banyan/testing';
import fc from 'fast-check';
import { Collector, sourceOf } from './byte-streams.ts';
import { parseScript } from './parse-script.ts';
import { ShellSyntaxError } from './script.ts';
import { startProgram } from './start-program.ts';
import { VirtualFiles } from './virtual-files.ts';

/** Pieces of scripts, in any order: most are no scripts, and some are. */
const PIECES = [
  'echo',
  'a',
  '$x',
  '${x',
  '}',
  '"',
  "'",
  '$(',
  ')',
  '((',
  '))',
  '`',
  ';',
  ';;',
  '|',
  '||',
  '&',
  '&&',
  '>',
  '>>',
  '<',
  '<<E',
  '\n',
  ' ',
  '\\',
  '#',
  '!',
  '{',
  'if',
  'then',
  'else',
  'fi',
  'while',
  'do',
  'done',
  'for',
  'in',
  'case',
  'esac',
  '*',
  '?',
  '[',
  ']',
  '=',
  'x=1',
  '()',
  'exit',
  'read',
  'cat',
  'head',
  '-n',
  '1',
  'true',
  'false',
  'break',
  '$((',
  '1+',
  'test',
  'set',
  '-e',
  '${x:-',
  '${x##',
  '%',
  'seq',
  'yes',
  'wc',
  'cut',
  'tr',
  'printf',
  '%s',
  'eval',
  'sh',
  '-c',
  'f',
] as const;
const scripts = fc
  .array(fc.constantFrom(...PIECES), { maxLength: 12 })
  .chain((pieces) => fc.constantFrom('', ' ').map((space) => pieces.join(space)));

test('any text is a script or a syntax error', () => {
  fc.assert(
    fc.property(fc.oneof(scripts, fc.string()), (text) => {
      try {
        parseScript(text);
      } catch (error) {
        assert.ok(error instanceof ShellSyntaxError, String(error));
      }
    }),
    { numRuns: 5000 },
  );
});

test('any script ends, or can be ended, with a code', async () => {
  await fc.assert(
    fc.asyncProperty(scripts, async (text) => {
      const clock = new FakeClock();
      const output = new Collector(10_000);
      const program = startProgram({
        argv: ['sh', '-c', text],
        env: {},
        world: { files: new VirtualFiles(), clock, hostname: 'h' },
        stdin: sourceOf(Buffer.from('one\ntwo\n')),
        stdout: output,
        stderr: output,
      });
      for (let i = 0; i < 5; i += 1) await clock.advance(1000);
      program.signal('KILL');
      const code = await program.ended;
      assert.ok(Number.isInteger(code) && code >= 0 && code <= 255, String(code));
    }),
    { numRuns: 300 },
  );
});
