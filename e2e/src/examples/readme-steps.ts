/** Commands of a README, and what it says a reader sees. */
export interface ReadmeStep {
  readonly command: string;
  /** Undefined: nothing is said, so all of it must succeed. */
  readonly expected: string | undefined;
  /** Of the first command. */
  readonly line: number;
}

interface Block {
  readonly language: string;
  readonly text: string;
  readonly line: number;
}

const FENCE = /^```(\S*)\s*$/;

/** The `sh` blocks in their order, each with the `text` block that comes next, if that is before another `sh` block. */
export function readmeSteps(readme: string): ReadmeStep[] {
  const blocks = blocksOf(readme).filter(({ language }) => language === 'sh' || language === 'text');
  return blocks.flatMap(({ language, text, line }, index) => {
    const next = blocks[index + 1];
    if (language === 'sh')
      return [{ command: text, expected: next?.language === 'text' ? next.text : undefined, line }];
    if (blocks[index - 1]?.language !== 'sh')
      throw new Error(`line ${line}: the output of which command? A text block belongs after an sh block`);
    return [];
  });
}

function blocksOf(readme: string): Block[] {
  const blocks: Block[] = [];
  let open: { language: string; line: number; lines: string[] } | undefined;
  for (const [index, line] of readme.split('\n').entries()) {
    const language = FENCE.exec(line)?.[1];
    if (open === undefined) {
      if (language !== undefined) open = { language, line: index + 2, lines: [] };
    } else if (language === '') {
      blocks.push({ language: open.language, text: open.lines.join('\n'), line: open.line });
      open = undefined;
    } else open.lines.push(line);
  }
  if (open !== undefined) throw new Error(`line ${open.line}: the block does not end`);
  return blocks;
}
