/** What access reviews carry, as it is on the wire. */
export interface ReviewSpec {
  readonly resourceAttributes?: ResourceAttributes | null;
  readonly nonResourceAttributes?: NonResourceAttributes | null;
  /** These four not in a review of oneself. */
  readonly user?: string;
  readonly groups?: readonly string[] | null;
  readonly uid?: string;
  readonly extra?: Readonly<Record<string, readonly string[]>> | null;
}

export interface ResourceAttributes {
  readonly namespace?: string;
  readonly verb?: string;
  readonly group?: string;
  readonly resource?: string;
  readonly subresource?: string;
  readonly name?: string;
  readonly fieldSelector?: SelectorAttributes | null;
  readonly labelSelector?: SelectorAttributes | null;
}

export interface NonResourceAttributes {
  readonly path?: string;
  readonly verb?: string;
}

/** RBAC does not look at selectors; they are checked, and that is all. */
export interface SelectorAttributes {
  readonly rawSelector?: string;
  readonly requirements?: readonly SelectorRequirement[] | null;
}

export interface SelectorRequirement {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[] | null;
}
