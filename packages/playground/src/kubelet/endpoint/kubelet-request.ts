import type { ObjectKey } from '../../cluster/cluster-objects.ts';

/** Thrown for what is not answered, with the HTTP status that says so. */
export class RequestRefused extends Error {
  override readonly name = 'RequestRefused';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** What the API server asks of a kubelet. */
export interface KubeletRequest {
  readonly action: 'containerLogs' | 'exec' | 'attach' | 'portForward';
  readonly pod: ObjectKey;
  readonly container: string;
  readonly command: readonly string[];
  readonly isTerminal: boolean;
  readonly ports: readonly number[];
  readonly parameters: URLSearchParams;
}

const ACTIONS = ['containerLogs', 'exec', 'attach', 'portForward'] as const;

/** Throws RequestRefused. */
export function parseKubeletUrl(text: string): KubeletRequest {
  const { pathname, searchParams: parameters } = new URL(text, 'https://kubelet');
  const [first = '', namespace, name, container = ''] = pathname.slice(1).split('/').map(decodeURIComponent);
  const action = ACTIONS.find((each) => each === first);
  if (action === undefined || namespace === undefined || name === undefined)
    throw new RequestRefused(404, '404 page not found');
  return {
    action,
    pod: { namespace, name },
    container,
    command: parameters.getAll('command'),
    isTerminal: parameters.get('tty') === '1',
    ports: (parameters.get('port') ?? '')
      .split(',')
      .filter((port) => port !== '')
      .map(Number),
    parameters,
  };
}
