/**
 * Names that are being given away at this moment. Between the look at the cache and the ManagedCluster of that name
 * another cluster may ask for the same one.
 */
export class NameClaims {
  readonly #owners = new Map<string, string>();

  /** False while another cluster has it. */
  claim(memberName: string, clusterId: string): boolean {
    const owner = this.#owners.get(memberName) ?? clusterId;
    this.#owners.set(memberName, owner);
    return owner === clusterId;
  }

  release(memberName: string, clusterId: string): void {
    if (this.#owners.get(memberName) === clusterId) this.#owners.delete(memberName);
  }
}
