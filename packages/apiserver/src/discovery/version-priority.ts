const VERSION = /^v([1-9]\d*)(?:(alpha|beta)([1-9]\d*))?$/;
const STAGE_RANK: Readonly<Record<string, number>> = { alpha: 0, beta: 1 };
const STABLE_RANK = 2;

/** Orders versions of a group as Kubernetes prefers them: v2, v1, v1beta2, v1beta1, v1alpha1, then others by name. */
export function compareVersions(one: string, other: string): number {
  const [left, right] = [rankOf(one), rankOf(other)];
  if (left === undefined || right === undefined) {
    if (left === right) return one < other ? -1 : Number(one > other);
    return left === undefined ? 1 : -1;
  }
  return right.stage - left.stage || right.major - left.major || right.minor - left.minor;
}

function rankOf(version: string): { stage: number; major: number; minor: number } | undefined {
  const match = VERSION.exec(version);
  if (match === null) return undefined;
  const [, major, stage, minor] = match;
  return {
    stage: stage === undefined ? STABLE_RANK : (STAGE_RANK[stage] ?? 0),
    major: Number(major),
    minor: Number(minor ?? 0),
  };
}
