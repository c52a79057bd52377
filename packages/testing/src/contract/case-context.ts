import { setTimeout as delay } from 'node:timers/promises';
import { httpsExchange, httpsOpen } from '../kubernetes/https-request.ts';
import {
  encodeRequest,
  parseBody,
  sortCauses,
  type CaseRequest,
  type CaseResponse,
  type SentResponse,
} from './case-exchange.ts';
import { CaseWatch } from './case-watch.ts';
import type { ContractCase } from './contract-case.ts';
import { peerOf, type ContractTarget } from './contract-target.ts';
import type { RawExchange } from './raw-exchange.ts';
import type { Json } from './transcript.ts';
import { openWebSocket, type WebSocketPipe } from './web-socket.ts';

/** Ends a wait for what never comes; it judges nothing. */
const DEADLINE_MS = 300_000;
const POLL_MS = 25;

/** What a case is given: a namespace of its own, and ways to talk to the target that write the transcript. */
export class CaseContext {
  readonly target: ContractTarget;
  readonly namespace: string;
  readonly #slug: string;
  readonly #exchanges: RawExchange[] = [];
  readonly #clusterScoped = new Set<string>();
  readonly #watches: CaseWatch[] = [];
  readonly #masks = new Map<string, string>();
  #advances = 0;

  constructor(target: ContractTarget, { row, id }: Pick<ContractCase, 'row' | 'id'>) {
    this.target = target;
    this.#slug = `${row}-${id}`;
    this.namespace = this.#slug;
  }

  /** A name for a cluster-scoped object: stable, and no other case's. */
  clusterName(part = ''): string {
    return part === '' ? this.#slug : `${this.#slug}-${part}`;
  }

  /** The path of a resource in the case's namespace: `c.at('configmaps', 'a')`, `c.at('deployments.apps/v1')`. */
  at(resource: string, ...rest: readonly string[]): string {
    const [plural, ...group] = resource.split('.');
    const prefix = group.length === 0 ? '/api/v1' : `/apis/${group.join('.')}`;
    return [`${prefix}/namespaces/${this.namespace}/${plural}`, ...rest].join('/');
  }

  /** Asks once and writes it down. Never throws for a status. */
  request<T = Json>(request: CaseRequest): Promise<CaseResponse<T>> {
    return this.#exchange<T>(request, true);
  }

  /** Prepares the ground: not in the transcript, and any status but 2xx fails the case. */
  async setup<T = Json>(request: CaseRequest): Promise<T> {
    const { status, body } = await this.#exchange<T>(request, false);
    if (status >= 300)
      throw new Error(`set-up ${request.method ?? 'GET'} ${request.path}: ${status} ${JSON.stringify(body)}`);
    return body;
  }

  /** Asks unrecorded until the answer fits. */
  async until<T = Json>(request: CaseRequest, fits: (response: CaseResponse<T>) => boolean): Promise<T> {
    const end = performance.now() + DEADLINE_MS;
    for (;;) {
      const response = await this.#send<T>(request);
      if (fits(response)) {
        this.#note(request, response, false);
        return response.body;
      }
      if (performance.now() > end)
        throw new Error(`not in time: ${request.path}: ${response.status} ${JSON.stringify(response.body)}`);
      await delay(POLL_MS);
    }
  }

  /** Waits unrecorded for a controller's effect, then writes down one read of it. */
  async eventually<T = Json>(
    request: CaseRequest,
    fits: (response: CaseResponse<T>) => boolean,
  ): Promise<CaseResponse<T>> {
    await this.until(request, fits);
    return this.request<T>(request);
  }

  /** Opens a watch; its events are written down as the case waits for them. */
  async watch(request: Omit<CaseRequest, 'method' | 'body' | 'facts'>): Promise<CaseWatch> {
    const abort = new AbortController();
    const { raw, wire } = encodeRequest({ ...request, query: { ...request.query, watch: 'true' } });
    const peer = peerOf(this.target, request.as ?? 'admin');
    const response = await httpsOpen(peer, { ...wire, signal: abort.signal });
    const watch = new CaseWatch(response, abort);
    this.#watches.push(watch);
    const { statusCode: status = 0, headers: responseHeaders } = response;
    const body = status === 200 ? {} : { body: parseBody(responseHeaders, await watch.text()) };
    const events = status === 200 ? { events: watch.recorded } : {};
    this.#exchanges.push({
      request: raw,
      response: { status, headers: responseHeaders, ...body, ...events },
      recorded: true,
    });
    return watch;
  }

  /** Asks for a WebSocket and, if it is given, writes down what the conversation over it showed. */
  async upgrade(
    request: Omit<CaseRequest, 'method' | 'body' | 'facts'>,
    converse: (socket: WebSocketPipe) => Promise<Json>,
  ): Promise<void> {
    const { raw, wire } = encodeRequest(request);
    const peer = peerOf(this.target, request.as ?? 'admin');
    const answer = await openWebSocket(peer, wire);
    const shown = answer.socket
      ? { facts: await converse(answer.socket) }
      : { body: parseBody(answer.headers, answer.body.toString()) };
    const { status, headers: responseHeaders } = answer;
    this.#exchanges.push({
      request: raw,
      response: { status, headers: responseHeaders, ...shown },
      recorded: true,
    });
  }

  /**
   * Moves the server's version on by a write of no other effect, so that a list's version differs from every
   * object's. Call it before a list whose version the case uses later.
   */
  async advanceHistory(): Promise<void> {
    const path = `/api/v1/namespaces/${this.namespace}`;
    this.#advances += 1;
    const body = { metadata: { annotations: { 'contract.banyan.dev/advance': String(this.#advances) } } };
    await this.#send({ method: 'PATCH', path, headers: { 'content-type': MERGE_PATCH }, body });
  }

  /** The server forgets all history before now. The case must need `compaction` and run alone. */
  async compactHistory(): Promise<void> {
    if (!this.target.compactHistory) throw new Error('this target cannot compact its history');
    await this.target.compactHistory();
  }

  /** Masks a value that is random on every run and that no general rule knows. */
  mask(value: string, label: string): void {
    this.#masks.set(value, `<${label}>`);
  }

  /** For the runner. */
  get exchanges(): readonly RawExchange[] {
    return this.#exchanges;
  }

  /** For the runner. */
  get masks(): ReadonlyMap<string, string> {
    return this.#masks;
  }

  /** For the runner: paths of the cluster-scoped objects that the case created, newest first. */
  get created(): readonly string[] {
    return [...this.#clusterScoped].toReversed();
  }

  /** For the runner. */
  closeWatches(): void {
    for (const watch of this.#watches) watch.close();
  }

  async #exchange<T>(request: CaseRequest, recorded: boolean): Promise<CaseResponse<T>> {
    const response = await this.#send<T>(request);
    this.#noteCreated(request, response);
    this.#note(request, response, recorded);
    return response;
  }

  #note(request: CaseRequest, response: SentResponse<unknown>, recorded: boolean): void {
    const { status, headers, bytes, recordedBody } = response;
    const facts = request.facts && status < 300 ? request.facts(bytes) : undefined;
    const whole = request.unorderedCauses === true ? sortCauses(recordedBody) : recordedBody;
    const body = facts === undefined ? { body: whole } : { facts };
    this.#exchanges.push({
      request: encodeRequest(request).raw,
      response: { status, headers, ...body },
      recorded,
    });
  }

  async #send<T>(request: CaseRequest): Promise<SentResponse<T>> {
    const peer = peerOf(this.target, request.as ?? 'admin');
    const response = await httpsExchange(peer, encodeRequest(request).wire);
    const recordedBody = parseBody(response.headers, response.body.toString());
    const { status, headers: responseHeaders, body } = response;
    return { status, headers: responseHeaders, bytes: body, recordedBody, body: recordedBody as T };
  }

  #noteCreated({ method, path }: CaseRequest, { status, body }: CaseResponse<unknown>): void {
    const { metadata } = (body ?? {}) as { metadata?: { name?: string; namespace?: string; uid?: string } };
    if (status !== 201 || metadata?.uid === undefined || metadata.namespace !== undefined) return;
    this.#clusterScoped.add(method === 'POST' ? `${path}/${metadata.name}` : path);
  }
}

const MERGE_PATCH = 'application/merge-patch+json';
