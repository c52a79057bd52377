/** A mutation that cannot be made of an object. */
export class MutationProblem extends Error {}
