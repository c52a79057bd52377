import type { IncomingMessage } from 'node:http';
import { answerApi, type ApiAnswers, type RequestScope, type Security } from '@banyan/apiserver';
import type { KubeClient } from '@banyan/kube';
import { fromParent } from './parent-failure.ts';
import { templateAdmission } from './template-admission.ts';
import type { TemplateCatalogue } from './template-catalogue.ts';
import { SHADOW_GROUP } from './template-paths.ts';

export interface TemplateApiOptions {
  readonly parent: KubeClient;
  readonly catalogue: TemplateCatalogue;
  readonly security: Pick<Security, 'authorizer'>;
  readonly now: () => Date;
  readonly onDefect: (error: unknown) => void;
}

/** The API of templates under native paths. Both doors lead to it. */
export class TemplateApi {
  readonly #answers: ApiAnswers;
  readonly #users = new WeakMap<IncomingMessage, RequestScope['user']>();

  constructor(options: TemplateApiOptions) {
    const { parent, catalogue, now, onDefect } = options;
    this.#answers = answerApi({
      resources: catalogue.native,
      security: this.#securityOf(options),
      admission: templateAdmission(catalogue),
      addPaths: (routes) => {
        // Charts ask what they may use: that is what the hub's cluster has.
        routes.at('/version', async ({ response, signal }) => {
          const body = JSON.stringify(await fromParent(versionOf(parent, signal)));
          response.writeHead(200, { 'content-type': 'application/json' }).end(body);
        });
      },
      now,
      onDefect,
    });
  }

  /** Answers a request as if its URL were this one. Never throws. */
  async serve(scope: RequestScope, url: string): Promise<void> {
    const { request, response, upgrade, user } = scope;
    this.#users.set(request, user);
    const asked = request.url;
    request.url = url;
    try {
      await this.#answers.serve(request, response, upgrade);
    } finally {
      if (asked !== undefined) request.url = asked;
    }
  }

  stop(): void {
    this.#answers.stop();
  }

  /** Rights to templates are rights in the shadow group, by whichever door one comes. */
  #securityOf({ security, catalogue }: TemplateApiOptions): Security {
    return {
      authenticate: (request) => {
        const user = this.#users.get(request);
        if (user === undefined) throw new Error('a request came to templates by no door');
        return user;
      },
      authorizer: {
        authorize: async (user, access) => {
          if (access.type === 'path') return { allowed: true, reason: '' };
          const resource = catalogue.shadowNameOf(access);
          const { allowed } = await security.authorizer.authorize(user, {
            ...access,
            group: SHADOW_GROUP,
            resource,
          });
          return {
            allowed,
            reason: `of templates it takes the right to ${resource} in API group "${SHADOW_GROUP}"`,
          };
        },
      },
    };
  }
}

function versionOf(parent: KubeClient, signal: AbortSignal): Promise<object> {
  return parent.requestJson<object>({ method: 'GET', path: '/version', signal });
}
