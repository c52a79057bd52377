import { parseArgs } from 'node:util';
import type { ManagedCluster } from '@banyan/api/clusternet';
import { clusterColumns, clusterRow } from './people/cluster-table.ts';
import { allMembers, nameOf } from './people/find-member.ts';
import { HUB_OPTIONS, withHub } from './people/hub-access.ts';
import { HUB_FLAGS_TEXT } from './people/hub-flags-text.ts';
import { listText, objectText, shown } from './people/object-output.ts';
import { watchClusters } from './people/watch-clusters.ts';
import { paddedRow, textTable } from './program/text-table.ts';
import { WrongUse } from './program/wrong-use.ts';

const FORMATS = ['text', 'wide', 'json', 'yaml', 'name'] as const;
type Format = (typeof FORMATS)[number];

const USAGE = `usage: banyan clusters [NAME…] [FLAGS]

The members of the hub.

  -o, --output FORMAT   wide, json, yaml or name
  -w, --watch           go on with every change
${HUB_FLAGS_TEXT}`;

/** The members of a hub. */
export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      ...HUB_OPTIONS,
      output: { type: 'string', short: 'o', default: 'text' },
      watch: { type: 'boolean', short: 'w', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const format = FORMATS.find((one) => one === values.output);
  if (format === undefined) throw new WrongUse(`--output is ${FORMATS.join(', ')}, not "${values.output}"`);
  return withHub(values, async ({ hubClient, signal }) => {
    const isAsked = ({ metadata, spec }: ManagedCluster) =>
      positionals.length === 0 ||
      positionals.includes(metadata.name ?? '') ||
      positionals.includes(spec.clusterId);
    const members = (await allMembers(hubClient, signal)).filter(isAsked);
    const missing = positionals.filter((wanted) =>
      members.every((member) => nameOf(member) !== wanted && member.spec.clusterId !== wanted),
    );
    if (missing.length > 0) throw new Error(`there is no cluster ${missing.join(', ')}; see banyan clusters`);
    if (!values.watch) {
      console.log(allText(members, format));
      return 0;
    }
    const printer = new ChangePrinter(format, members);
    await watchClusters({
      hubClient,
      signal,
      onChange: (member) => {
        if (isAsked(member)) printer.print(member);
      },
      onTrouble: (error) =>
        console.error(`${error instanceof Error ? error.message : String(error)} Trying again.`),
    });
    return 0;
  });
}

function allText(members: readonly ManagedCluster[], format: Format): string {
  if (format === 'json' || format === 'yaml') return listText(members, format);
  if (format === 'name') return members.map(nameOf).join('\n');
  if (members.length === 0) return 'no members yet: add one with banyan join';
  return textTable(tableRows(members, format === 'wide'));
}

function tableRows(members: readonly ManagedCluster[], isWide: boolean): string[][] {
  const now = new Date();
  return [clusterColumns(isWide), ...members.map((member) => clusterRow(member, now, isWide))];
}

/** Prints the members there are, then each whose line has changed. */
class ChangePrinter {
  readonly #format: Format;
  readonly #shown = new Map<string, string>();
  /** Of the columns; a longer cell later on makes its own line longer. */
  readonly #rows: readonly (readonly string[])[];

  constructor(format: Format, members: readonly ManagedCluster[]) {
    this.#format = format;
    this.#rows = tableRows(members, format === 'wide');
    if (this.#isTable()) console.log(textTable(this.#rows));
    else if (members.length > 0) console.log(allText(members, format));
    for (const member of members) this.#isNews(member);
  }

  print(member: ManagedCluster): void {
    if (!this.#isNews(member)) return;
    if (this.#format === 'json' || this.#format === 'yaml')
      console.log(objectText(shown(member), this.#format));
    else if (this.#format === 'name') console.log(nameOf(member));
    else console.log(paddedRow(clusterRow(member, new Date(), this.#format === 'wide'), this.#rows));
  }

  #isTable(): boolean {
    return this.#format === 'text' || this.#format === 'wide';
  }

  /** A heartbeat that says the same as before is none; nor are ages. */
  #isNews(member: ManagedCluster): boolean {
    const key = member.metadata.uid ?? '';
    const text = this.#isTable()
      ? clusterRow(member, new Date(0), this.#format === 'wide').join('\n')
      : String(member.metadata.resourceVersion);
    if (this.#shown.get(key) === text) return false;
    this.#shown.set(key, text);
    return true;
  }
}
