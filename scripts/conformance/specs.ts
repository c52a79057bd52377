/** Specs of Kubernetes' end-to-end tests that every conforming API server passes. */
export const FOCUS = String.raw`\[sig-api-machinery\].*\[Conformance\]`;

/** Not run, each with the reason. */
export const SKIPPED: readonly { readonly pattern: string; readonly reason: string }[] = [
  { pattern: String.raw`\[Serial\]`, reason: 'wants the cluster for itself, and takes long' },
  { pattern: 'AdmissionWebhook', reason: 'runs a webhook in a container' },
  { pattern: 'Aggregator', reason: 'runs an API server in a container' },
  { pattern: 'CustomResourceConversionWebhook', reason: 'runs a webhook in a container' },
  { pattern: 'CustomResourceFieldSelectors', reason: 'runs a webhook in a container' },
  { pattern: 'compacted away', reason: 'waits for five minutes and longer' },
];

/** One spec of a report that ginkgo wrote with --ginkgo.json-report. */
export interface SpecOutcome {
  readonly name: string;
  readonly state: 'passed' | 'failed';
  readonly seconds: number;
  /** The first lines of what went wrong; empty if nothing did. */
  readonly message: string;
}

interface GinkgoSpec {
  readonly LeafNodeType: string;
  readonly LeafNodeText: string;
  readonly ContainerHierarchyTexts?: readonly string[] | null;
  readonly State: string;
  readonly RunTime: number;
  readonly Failure?: { readonly Message?: string };
}

/** Enough to see a cause; the whole is in the log. */
const MESSAGE_LENGTH = 600;

/** What ran, in the order of names. A part of the suite that is no spec counts if it failed. */
export function outcomesOf(
  report: readonly { readonly SpecReports?: readonly GinkgoSpec[] }[],
): SpecOutcome[] {
  return report
    .flatMap(({ SpecReports = [] }) => SpecReports)
    .filter(({ State }) => State !== 'skipped' && State !== 'pending')
    .filter(({ LeafNodeType, State }) => LeafNodeType === 'It' || State !== 'passed')
    .map((spec) => ({
      name:
        [...(spec.ContainerHierarchyTexts ?? []), spec.LeafNodeText].join(' ').trim() || spec.LeafNodeType,
      state: spec.State === 'passed' ? ('passed' as const) : ('failed' as const),
      seconds: spec.RunTime / 1e9,
      message: (spec.Failure?.Message ?? '').slice(0, MESSAGE_LENGTH),
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

export interface Verdict {
  /** Failed, and nobody knew. */
  readonly newFailures: readonly SpecOutcome[];
  readonly knownFailures: readonly SpecOutcome[];
  /** Parts of names that are listed as failing though all that match passed. */
  readonly outdated: readonly string[];
}

/** `known`: parts of names of specs that fail, with the reason. */
export function judge(outcomes: readonly SpecOutcome[], known: ReadonlyMap<string, string>): Verdict {
  const failed = outcomes.filter(({ state }) => state === 'failed');
  const isKnown = ({ name }: SpecOutcome) => [...known.keys()].some((part) => name.includes(part));
  return {
    newFailures: failed.filter((outcome) => !isKnown(outcome)),
    knownFailures: failed.filter(isKnown),
    outdated: [...known.keys()].filter(
      (part) =>
        outcomes.some(({ name }) => name.includes(part)) && !failed.some(({ name }) => name.includes(part)),
    ),
  };
}
