/** A piece of a word. What is quoted is neither split nor taken for a pattern. */
export type WordPart =
  | { readonly type: 'text'; readonly text: string; readonly quoted: boolean }
  | VariablePart
  | { readonly type: 'command'; readonly script: Script; readonly quoted: boolean }
  | { readonly type: 'arithmetic'; readonly expression: Word; readonly quoted: boolean };

/** `$name`, or `${name}` with what is done about it: `:-` and its like, `#` and `%` for prefixes and suffixes. */
export interface VariablePart {
  readonly type: 'variable';
  readonly name: string;
  readonly quoted: boolean;
  readonly operator?: string;
  readonly operand?: Word;
}

export type Word = readonly WordPart[];

export interface Redirect {
  readonly descriptor: number;
  readonly operator: '>' | '>>' | '<' | '>&' | '<<';
  /** Of `<<`: the text itself. */
  readonly target: Word;
}

export type CommandBody =
  | {
      readonly type: 'simple';
      readonly assignments: readonly (readonly [name: string, value: Word])[];
      readonly words: readonly Word[];
    }
  | { readonly type: 'if'; readonly branches: readonly Branch[]; readonly otherwise: Script | undefined }
  | {
      readonly type: 'while';
      readonly isUntil: boolean;
      readonly condition: Script;
      readonly body: Script;
    }
  | {
      readonly type: 'for';
      readonly variable: string;
      /** Undefined: the arguments. */
      readonly words: readonly Word[] | undefined;
      readonly body: Script;
    }
  | {
      readonly type: 'case';
      readonly word: Word;
      readonly cases: readonly { readonly patterns: readonly Word[]; readonly body: Script }[];
    }
  | { readonly type: 'group' | 'subshell'; readonly body: Script }
  | { readonly type: 'function'; readonly name: string; readonly body: Command };

export type Command = CommandBody & { readonly redirects: readonly Redirect[] };

export interface Branch {
  readonly condition: Script;
  readonly body: Script;
}

export interface Pipeline {
  readonly isNegated: boolean;
  readonly commands: readonly Command[];
}

export interface Statement {
  readonly first: Pipeline;
  readonly rest: readonly { readonly operator: '&&' | '||'; readonly pipeline: Pipeline }[];
  readonly isBackground: boolean;
}

export type Script = readonly Statement[];

/** Thrown for what is no script. */
export class ShellSyntaxError extends Error {
  override readonly name = 'ShellSyntaxError';
}
