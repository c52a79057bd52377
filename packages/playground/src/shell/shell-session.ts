import { ShellSyntaxError, type Command } from './script.ts';

const MAX_VALUE_LENGTH = 1024 * 1024;

/** What a shell remembers from one command to the next. */
export class ShellSession {
  readonly variables: Map<string, string>;
  readonly exported: Set<string>;
  readonly functions: Map<string, Command>;
  readonly options: Set<string>;
  /** Commands that run beside it. */
  readonly background: Promise<number>[] = [];
  /** `$0`: what its messages begin with. */
  name: string;
  args: readonly string[];
  cwd: string;
  status = 0;
  /** How many loops it is in. */
  loops = 0;

  private constructor(
    from: Pick<ShellSession, 'variables' | 'exported' | 'functions' | 'options' | 'name' | 'args' | 'cwd'>,
  ) {
    this.variables = new Map(from.variables);
    this.exported = new Set(from.exported);
    this.functions = new Map(from.functions);
    this.options = new Set(from.options);
    this.name = from.name;
    this.args = from.args;
    this.cwd = from.cwd;
  }

  static start(options: {
    env: Readonly<Record<string, string>>;
    cwd: string;
    name: string;
    args?: readonly string[];
  }): ShellSession {
    const { env, cwd, name, args = [] } = options;
    return new ShellSession({
      variables: new Map(Object.entries(env)),
      exported: new Set(Object.keys(env)),
      functions: new Map(),
      options: new Set(),
      name,
      args,
      cwd,
    });
  }

  /** For a subshell: what it changes stays its own. */
  copy(): ShellSession {
    const copy = new ShellSession(this);
    copy.status = this.status;
    copy.loops = this.loops;
    return copy;
  }

  /** A variable or parameter; undefined: not set. */
  get(name: string): string | undefined {
    if (/^\d+$/.test(name)) return name === '0' ? this.name : this.args[Number(name) - 1];
    switch (name) {
      case '?':
        return String(this.status);
      case '#':
        return String(this.args.length);
      case '@':
      case '*':
        return this.args.join(' ');
      case '$':
        return '1';
      case '!':
        return String(1 + this.background.length);
      case '-':
        return [...this.options].join('');
      default:
        return this.variables.get(name);
    }
  }

  /** Throws for a value that grows without end: it would take the memory of all. */
  assign(name: string, value: string): void {
    if (value.length > MAX_VALUE_LENGTH) throw new ShellSyntaxError('out of memory');
    this.variables.set(name, value);
  }

  /** What commands get to see. */
  environment(): Record<string, string> {
    return Object.fromEntries([...this.variables].filter(([name]) => this.exported.has(name)));
  }
}
