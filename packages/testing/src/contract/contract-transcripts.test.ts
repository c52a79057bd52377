import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { ALL_CASES } from './all-cases.ts';
import { caseKey } from './contract-case.ts';
import { CONTRACT_ROW_NAMES } from './contract-rows.ts';
import { coverageTable, replaceCoverageTable } from './coverage-table.ts';
import { printRow, readTranscripts, transcriptFile, TRANSCRIPTS_DIR } from './transcript-files.ts';
import type { RecordedExchange } from './transcript.ts';

const transcripts = readTranscripts();

/** More than this nobody reviews; a row that grows beyond it is two rows. */
const LARGEST_FILE = 1_200_000;

/** What the suite must have at least. */
const FEWEST_CASES = 200;

describe('the contract suite’s cases', () => {
  test(`are at least ${FEWEST_CASES}`, () =>
    assert.ok(ALL_CASES.length >= FEWEST_CASES, String(ALL_CASES.length)));

  test('have ids of their own that can be part of an object’s name', () => {
    const keys = ALL_CASES.map(caseKey);
    assert.deepEqual(
      keys.filter((key, i) => keys.indexOf(key) !== i),
      [],
    );
    const bad = keys.filter((key) => !/^[a-z]+\/[a-z0-9]+(-[a-z0-9]+)*$/.test(key) || key.length > 55);
    assert.deepEqual(bad, []);
  });

  test('have sentences of their own as names', () => {
    const names = ALL_CASES.map(({ name }) => name);
    assert.deepEqual(
      names.filter((name, i) => names.indexOf(name) !== i || name.split(' ').length < 4),
      [],
    );
  });

  test('and the transcripts agree: none missing, none stale, the same names', () => {
    const named = (entries: Iterable<readonly [string, string]>) =>
      Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
    assert.deepEqual(
      named([...transcripts].map(([key, { name }]) => [key, name] as const)),
      named(ALL_CASES.map((one) => [caseKey(one), one.name] as const)),
    );
  });
});

describe('the recorded transcripts', () => {
  test('are one file a row that has cases, as the update script prints them, small enough to read', () => {
    const rows = CONTRACT_ROW_NAMES.filter((row) => ALL_CASES.some((one) => one.row === row));
    assert.deepEqual(readdirSync(TRANSCRIPTS_DIR).sort(), rows.map((row) => `${row}.json`).sort());
    for (const row of rows) {
      const text = readFileSync(transcriptFile(row), 'utf8');
      assert.ok(text === printRow(row, transcripts), `${row}.json was edited by hand`);
      assert.ok(text.length < LARGEST_FILE, `${row}.json has ${text.length} bytes`);
    }
  });

  test('record a body, facts or events for every answer, and every case has one that is not empty', () => {
    const parts = ({ response }: RecordedExchange) => [response.body, response.facts, response.events];
    for (const [key, { exchanges }] of transcripts) {
      const silent = exchanges.findIndex((exchange) => parts(exchange).every((part) => part === undefined));
      assert.equal(silent, -1, `${key} exchange ${silent + 1}`);
      const isTold = exchanges.some((exchange) =>
        parts(exchange).some((part) => part !== undefined && part !== ''),
      );
      assert.ok(isTold, `${key} asserts only a status`);
    }
  });

  test('hold no uid, version or address of one run: only those that the case itself sent', () => {
    const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
    // What cases make up begins with eight times the same digit.
    const madeUp = /^(.)\1{7}-/;
    const version = /(?<="resourceVersion":")\d+(?=")/g;
    for (const [key, { exchanges }] of transcripts) {
      const sent = JSON.stringify(exchanges.map(({ request }) => request));
      const received = JSON.stringify(exchanges.map(({ response }) => response));
      const found = [...(received.match(uuid) ?? []), ...(received.match(version) ?? [])];
      assert.deepEqual(
        found.filter((value) => value !== '0' && !madeUp.test(value) && !sent.includes(value)),
        [],
        key,
      );
      assert.doesNotMatch(received, /127\.0\.0\.1:\d+/, key);
    }
  });

  test('are counted right in the README', () => {
    const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
    assert.equal(readme, replaceCoverageTable(readme, coverageTable(ALL_CASES, transcripts)));
  });
});
