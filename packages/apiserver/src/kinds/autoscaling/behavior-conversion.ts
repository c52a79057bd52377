import type { AutoscalerSpec, ScalingRules } from './autoscaler-spec.ts';

type Behavior = NonNullable<AutoscalerSpec['behavior']>;

/** How the annotation of autoscaling/v1 has it: with the names that it has inside of the real server. */
interface OldBehavior {
  readonly ScaleUp?: OldRules | null;
  readonly ScaleDown?: OldRules | null;
}

interface OldRules {
  readonly StabilizationWindowSeconds?: number | null;
  readonly SelectPolicy?: string | null;
  readonly Policies?:
    | readonly { readonly Type?: string; readonly Value?: number; readonly PeriodSeconds?: number }[]
    | null;
  readonly Tolerance?: string | null;
}

export function oldBehavior({ scaleUp, scaleDown }: Behavior): OldBehavior {
  return { ScaleUp: oldRules(scaleUp), ScaleDown: oldRules(scaleDown) };
}

function oldRules(rules: ScalingRules | undefined): OldRules | null {
  if (rules === undefined) return null;
  const policies = rules.policies?.map(({ type = '', value = 0, periodSeconds = 0 }) => ({
    Type: type,
    Value: value,
    PeriodSeconds: periodSeconds,
  }));
  return {
    StabilizationWindowSeconds: rules.stabilizationWindowSeconds ?? null,
    SelectPolicy: rules.selectPolicy ?? null,
    Policies: policies ?? null,
    Tolerance: rules.tolerance ?? null,
  };
}

/** What is read may be anything; who reads checks what it became. */
export function newBehavior({ ScaleUp, ScaleDown }: OldBehavior): Behavior {
  return {
    ...(ScaleUp && { scaleUp: newRules(ScaleUp) }),
    ...(ScaleDown && { scaleDown: newRules(ScaleDown) }),
  };
}

function newRules({ StabilizationWindowSeconds, SelectPolicy, Policies, Tolerance }: OldRules): ScalingRules {
  const policies = Policies?.map(({ Type = '', Value = 0, PeriodSeconds = 0 }) => ({
    type: Type,
    value: Value,
    periodSeconds: PeriodSeconds,
  }));
  return {
    ...(typeof StabilizationWindowSeconds === 'number' && {
      stabilizationWindowSeconds: StabilizationWindowSeconds,
    }),
    ...(typeof SelectPolicy === 'string' && { selectPolicy: SelectPolicy }),
    ...(policies && { policies }),
    ...(typeof Tolerance === 'string' && { tolerance: Tolerance }),
  };
}
