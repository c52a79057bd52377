/** Clusternet's gates, and whether each is on unless someone says otherwise. */
const DEFAULTS = {
  SocketConnection: true,
  AppPusher: true,
  Deployer: true,
  ShadowAPI: true,
  FeedInUseProtection: true,
  Recovery: true,
  FeedInventory: true,
  Predictor: true,
  MultiClusterService: false,
  FailOver: true,
  FeasibleClustersToleration: true,
  ClusterInit: false,
} as const;

type FeatureGate = keyof typeof DEFAULTS;
export type FeatureGates = Readonly<Record<FeatureGate, boolean>>;

export const DEFAULT_FEATURE_GATES: FeatureGates = DEFAULTS;

/** A `--feature-gates` that cannot be read; the message says which part, and what there is. */
export class FeatureGatesError extends Error {
  override readonly name = 'FeatureGatesError';
  readonly code = 'bad-feature-gates';
}

/** Reads `A=true,B=false`. `AllAlpha` sets every gate that is not named itself. Throws FeatureGatesError. */
export function parseFeatureGates(text: string): FeatureGates {
  const named: Partial<Record<FeatureGate, boolean>> = {};
  let all: boolean | undefined;
  for (const part of text.split(',').map((piece) => piece.trim())) {
    if (part === '') continue;
    const [name = '', value = ''] = part.split(/=(.*)/s, 2).map((piece) => piece.trim());
    const isOn = BOOLEANS.get(value.toLowerCase());
    if (isOn === undefined) {
      throw new FeatureGatesError(`--feature-gates: "${part}" is not NAME=true or NAME=false`);
    }
    if (name === 'AllAlpha') all = isOn;
    else if (isGate(name)) named[name] = isOn;
    else throw new FeatureGatesError(`--feature-gates: there is no gate "${name}"; there are ${known()}`);
  }
  const gates = Object.keys(DEFAULTS) as FeatureGate[];
  const value = (gate: FeatureGate): boolean => named[gate] ?? all ?? DEFAULTS[gate];
  return Object.fromEntries(gates.map((gate) => [gate, value(gate)])) as FeatureGates;
}

const BOOLEANS = new Map([
  ['true', true],
  ['1', true],
  ['t', true],
  ['false', false],
  ['0', false],
  ['f', false],
]);

function isGate(name: string): name is FeatureGate {
  return Object.hasOwn(DEFAULTS, name);
}

function known(): string {
  return Object.keys(DEFAULTS).join(', ');
}
