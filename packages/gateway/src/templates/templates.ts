import { TEMPLATES_GROUP, TEMPLATES_VERSION } from '@banyan/api/banyan';
import { randomInt } from 'node:crypto';
import { plainResource, type PathRoutes, type ResourceCatalogue, type Security } from '@banyan/apiserver';
import type { Logger } from '@banyan/controller';
import type { KubeClient } from '@banyan/kube';
import { ShadowAnnouncer } from './announce-shadow.ts';
import { validatedTemplate } from './dry-run.ts';
import { HubKinds } from './hub-kinds.ts';
import { HubRights } from './hub-rights.ts';
import { ManifestStorage } from './manifest-storage.ts';
import { nothingKept } from './nothing-kept.ts';
import { watchParent } from './parent-watch.ts';
import { ReservedNamespace } from './reserved-namespace.ts';
import { TemplateApi } from './template-api.ts';
import { TemplateCatalogue, type ParentState } from './template-catalogue.ts';
import { addTemplateDoors } from './template-doors.ts';
import type { TemplateSource } from './template-sources.ts';

export interface TemplatesOptions {
  /** May do what `templatesRoles` gives. */
  readonly parent: KubeClient;
  /** Where discovery of the gateway shows both doors. */
  readonly resources: ResourceCatalogue;
  readonly security: Pick<Security, 'authorizer'>;
  readonly logger: Logger;
  readonly now: () => Date;
}

/**
 * The template API: objects that are kept in the hub to be sent to members. Until it knows what the parent serves it
 * answers 503.
 */
export interface Templates {
  readonly addPaths: (routes: PathRoutes) => void;
  /** Follows the parent until the signal aborts. Never rejects. */
  readonly run: (signal: AbortSignal) => Promise<void>;
}

export function templates(options: TemplatesOptions): Templates {
  const { parent, resources, security, logger, now } = options;
  const reserved = new ReservedNamespace(parent);
  const makeStorage = ({ kind }: TemplateSource, isShared: () => boolean) => {
    const dryRun = { parent, reserved, resource: kind, namespaced: kind.namespaced, suffix };
    return new ManifestStorage({
      parent,
      reserved,
      kind,
      isShared,
      validate: (template) => validatedTemplate(template, dryRun),
    });
  };
  const catalogue = new TemplateCatalogue(resources, makeStorage);
  const hubKinds = new HubKinds(catalogue.native);
  const hubRights = new HubRights({ parent, security });
  const onDefect = (err: unknown) => logger.error({ err }, 'a request to templates failed');
  const api = new TemplateApi({ parent, catalogue, security, now, onDefect });
  resources.add(doorResource());
  let isReady = false;
  return {
    addPaths: (routes) =>
      addTemplateDoors(routes, { api, catalogue, hubKinds, hubRights, parent, isReady: () => isReady }),
    run: async (signal) => {
      signal.addEventListener('abort', () => api.stop(), { once: true });
      const onError = (err: unknown) => logger.warn({ err }, 'what the hub’s cluster serves is not known');
      const onAnnounceError = (err: unknown) => {
        if (!signal.aborted)
          logger.warn({ err }, 'new kinds of templates are known by their names in a minute');
      };
      const announcer = new ShadowAnnouncer(parent, onAnnounceError);
      const onState = (state: ParentState) => {
        catalogue.update(state);
        hubKinds.update(state.definitions);
        isReady = true;
        announcer.announce(catalogue.shadowNames());
      };
      await watchParent({ parent, onState, onError }, signal);
    },
  };
}

const CONNECT_VERBS = ['create', 'delete', 'get', 'patch', 'update'] as const;

/** `templates`, for discovery; there is one, called `all`, and what is below its `proxy` are native paths. */
function doorResource() {
  const kind = { group: TEMPLATES_GROUP, version: TEMPLATES_VERSION, kind: 'TemplateSet' };
  const served = plainResource({
    ...kind,
    resource: 'templates',
    namespaced: false,
    verbs: [],
    storage: nothingKept('sets of templates'),
    subresources: [{ ...kind, name: 'proxy', verbs: CONNECT_VERBS }],
  });
  return { ...served, custom: { hasStatus: false, shownVerbs: ['get'] as const } };
}

/** Five digits: a name that happens to be taken is no more than an error of one request. */
function suffix(): string {
  return String(randomInt(10_000, 100_000));
}
