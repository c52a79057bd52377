import type { Environment } from '@marcbachmann/cel-js';
import { dnsLabel, dnsSubdomain } from '../../../../kinds/fields/name-format.ts';
import { meter } from '../meter.ts';
import { addFunctions, evaluationProblem } from './register.ts';

/** What an expression asks whether somebody may do. */
type AskedAccess =
  | {
      readonly type: 'resource';
      readonly verb: string;
      readonly group: string;
      readonly resource: string;
      readonly subresource: string;
      readonly namespace: string;
      readonly name: string;
    }
  | { readonly type: 'path'; readonly verb: string; readonly path: string };

interface AccessAnswer {
  readonly allowed: boolean;
  readonly reason: string;
}

/** Decides for the caller, or for a service account. */
export type AskAccess = (
  access: AskedAccess,
  serviceAccount?: { readonly namespace: string; readonly name: string },
) => AccessAnswer;

type ResourceFacts = Omit<Extract<AskedAccess, { type: 'resource' }>, 'type' | 'verb'>;

const NAME = 'kubernetes.authorization';
export const AUTHORIZER = `${NAME}.Authorizer`;

/** What one question costs: as much as many steps. */
const COST_OF_A_CHECK = 350_000;

export class Authorizer {
  readonly ask: AskAccess;
  /** Of what the request is about. */
  readonly requestResource: ResourceCheck;

  constructor(ask: AskAccess, facts: ResourceFacts) {
    this.ask = ask;
    this.requestResource = new ResourceCheck(ask, facts);
  }
}

class PathCheck {
  readonly ask: AskAccess;
  readonly path: string;

  constructor(ask: AskAccess, path: string) {
    this.ask = ask;
    this.path = path;
  }
}

class GroupCheck {
  readonly ask: AskAccess;
  readonly group: string;

  constructor(ask: AskAccess, group: string) {
    this.ask = ask;
    this.group = group;
  }
}

class ResourceCheck {
  readonly ask: AskAccess;
  readonly facts: ResourceFacts;

  constructor(ask: AskAccess, facts: ResourceFacts) {
    this.ask = ask;
    this.facts = facts;
  }

  with(change: Partial<ResourceFacts>): ResourceCheck {
    return new ResourceCheck(this.ask, { ...this.facts, ...change });
  }
}

class AccessDecision {
  readonly answer: AccessAnswer;

  constructor(answer: AccessAnswer) {
    this.answer = answer;
  }
}

/** Questions about what the caller may do. Which authorizer there is to ask, if any, is for who evaluates to say. */
export function addAuthorizers(environment: Environment): void {
  environment.registerType(`${NAME}.ResourceCheck`, ResourceCheck);
  environment.registerType(AUTHORIZER, {
    ctor: Authorizer,
    fields: { requestResource: `${NAME}.ResourceCheck` },
  });
  environment.registerType(`${NAME}.PathCheck`, PathCheck);
  environment.registerType(`${NAME}.GroupCheck`, GroupCheck);
  environment.registerType(`${NAME}.Decision`, AccessDecision);
  addFunctions(environment, {
    [`${AUTHORIZER}.path(string): ${NAME}.PathCheck`]: ({ ask }: Authorizer, path: string) =>
      new PathCheck(ask, required(path, 'path')),
    [`${AUTHORIZER}.group(string): ${NAME}.GroupCheck`]: ({ ask }: Authorizer, group: string) =>
      new GroupCheck(ask, group),
    [`${AUTHORIZER}.serviceAccount(string, string): ${AUTHORIZER}`]: ofServiceAccount,
    [`${NAME}.GroupCheck.resource(string): ${NAME}.ResourceCheck`]: (
      { ask, group }: GroupCheck,
      resource: string,
    ) =>
      new ResourceCheck(ask, {
        group,
        resource: required(resource, 'resource'),
        subresource: '',
        namespace: '',
        name: '',
      }),
    [`${NAME}.ResourceCheck.subresource(string): ${NAME}.ResourceCheck`]: (
      check: ResourceCheck,
      subresource: string,
    ) => check.with({ subresource }),
    [`${NAME}.ResourceCheck.namespace(string): ${NAME}.ResourceCheck`]: (
      check: ResourceCheck,
      namespace: string,
    ) => check.with({ namespace }),
    [`${NAME}.ResourceCheck.name(string): ${NAME}.ResourceCheck`]: (check: ResourceCheck, name: string) =>
      check.with({ name }),
    // Roles know no selectors.
    [`${NAME}.ResourceCheck.fieldSelector(string): ${NAME}.ResourceCheck`]: (check: ResourceCheck) => check,
    [`${NAME}.ResourceCheck.labelSelector(string): ${NAME}.ResourceCheck`]: (check: ResourceCheck) => check,
    [`${NAME}.PathCheck.check(string): ${NAME}.Decision`]: ({ ask, path }: PathCheck, verb: string) =>
      decided(ask, { type: 'path', verb, path }),
    [`${NAME}.ResourceCheck.check(string): ${NAME}.Decision`]: (
      { ask, facts }: ResourceCheck,
      verb: string,
    ) => decided(ask, { type: 'resource', verb, ...facts }),
    [`${NAME}.Decision.allowed(): bool`]: ({ answer }: AccessDecision) => answer.allowed,
    [`${NAME}.Decision.reason(): string`]: ({ answer }: AccessDecision) => answer.reason,
    [`${NAME}.Decision.errored(): bool`]: () => false,
    [`${NAME}.Decision.error(): string`]: () => '',
  });
}

function decided(ask: AskAccess, access: AskedAccess): AccessDecision {
  meter.charge(COST_OF_A_CHECK);
  return new AccessDecision(ask(access));
}

function required(text: string, what: string): string {
  if (text.trim() === '') throw evaluationProblem(`${what} must not be empty`);
  return text;
}

function ofServiceAccount({ ask, requestResource }: Authorizer, namespace: string, name: string): Authorizer {
  if (dnsSubdomain(name).length > 0) throw evaluationProblem('Invalid service account name');
  if (dnsLabel(namespace).length > 0) throw evaluationProblem('Invalid service account namespace');
  return new Authorizer((access) => ask(access, { namespace, name }), requestResource.facts);
}
