/** What a target must have beyond an API server. A scenario that needs more than there is, is left out by name. */
export type Capability =
  /** The workload, namespace and garbage-collection controllers, and a scheduler. */
  | 'controllers'
  /** Nodes whose pods come up, with logs, exec, attach and port-forward. */
  | 'kubelet'
  /** exec runs the programs of a real machine (tar among them), not only a small shell. */
  | 'machine';

/** One session of a person with kubectl, in a namespace of its own named after the id. */
export interface Scenario {
  /** The file's name, the transcript's name and the namespace. */
  readonly id: string;
  /** A sentence about what a user sees. */
  readonly name: string;
  readonly needs?: readonly Capability[];
  /** Run before all others, nothing else going on: for answers that show the whole cluster. */
  readonly alone?: boolean;
  /** Files in the working folder, by name. */
  readonly files?: Readonly<Record<string, string>>;
  /** People with client certificates, and their groups; a step names one with `as`. */
  readonly users?: Readonly<Record<string, readonly string[]>>;
  readonly steps: readonly Step[];
}

export interface Step {
  /** What follows `kubectl`, as one types it; single quotes keep words together. */
  readonly run: string;
  /** The exit code that must come; 0 unless given. Recording refuses another. */
  readonly exit?: number;
  readonly stdin?: string;
  /** One of the scenario's users; the administrator unless given. */
  readonly as?: string;
  /** What the editor that kubectl opens changes: each text by another, every time it is opened. */
  readonly edit?: Readonly<Record<string, string>>;
  /** Asked again until stdout contains this; only the last answer counts. Give '' to wait for the exit code alone. */
  readonly until?: string;
  /** The lines (of a table: the rows) have no promised order, so they are sorted. */
  readonly unordered?: boolean;
  /** What is compared of the output; all unless given. */
  readonly compare?: Compare;
  /** For commands that do not end by themselves. */
  readonly follow?: Follow;
  /** For port-forward: text sent through the forwarded port; what comes back is compared. */
  readonly forward?: string;
  /** The first kubectl minor version that knows this command, if it is a young one. */
  readonly sinceMinor?: number;
}

type Compare =
  | 'all'
  /** Of stdout only its last line: how it got there depends on the speed of the machine. */
  | 'last-line'
  /** Not stderr: kubectl tells several things there in any order, in one line. */
  | 'stdout'
  /** Of explain: names, types and values of fields, not the schema's prose. */
  | 'outline'
  | 'exit-code';

export interface Follow {
  /** Lines after which the command is ended; no others are compared. */
  readonly lines: number;
  /** Whose lines are counted: stdout's unless given. */
  readonly stream?: 'stdout' | 'stderr';
  /** Run once `readyLines` lines have come. */
  readonly meanwhile?: readonly Step[];
  /** 1 unless given. */
  readonly readyLines?: number;
}
