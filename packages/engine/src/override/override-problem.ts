/** An override that cannot be applied to this object. Caught by `applyOverrides`, which says whose it is. */
export class OverrideProblem extends Error {
  override readonly name = 'OverrideProblem';
  /** JSON pointer into the object; empty if it is about the override itself. */
  readonly path: string;

  constructor(message: string, path = '') {
    super(message);
    this.path = path;
  }
}
