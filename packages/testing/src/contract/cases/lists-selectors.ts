import type { CaseContext } from '../case-context.ts';
import { contractCases, type CaseDefinition } from '../contract-case.ts';
import { configMap, pod, type StoredList } from './sample-objects.ts';

const OBJECTS: Readonly<Record<string, Record<string, string>>> = {
  api: { app: 'api', tier: 'front', 'example.test/zone': 'a' },
  db: { app: 'db', tier: 'back' },
  job: { app: 'job', empty: '' },
  none: {},
};

async function createAll(c: CaseContext): Promise<void> {
  for (const [name, labels] of Object.entries(OBJECTS))
    await c.setup({ method: 'POST', path: c.at('configmaps'), body: configMap(name, {}, { labels }) });
}

const namesOf = (bytes: Buffer) =>
  (JSON.parse(bytes.toString()) as StoredList).items.map(({ metadata }) => metadata.name);

/** Selectors and what each is about; the transcript has the names that each gives. */
const GOOD: Readonly<Record<string, readonly string[]>> = {
  equality: ['app=api', 'app==api', 'app!=api', 'app=', 'empty=', 'app=api,tier=front', 'app=api,tier=back'],
  sets: [
    'app in (api,db)',
    'app notin (api,db)',
    'app in (api, missing )',
    'tier in ()',
    'empty in ("")',
    'app in (,api)',
  ],
  existence: ['tier', '!tier', 'tier,!example.test/zone', 'example.test/zone=a', '', ' , '],
  order: ['app>1', 'app<1'],
};

const BAD = [
  'app=a b',
  'app==',
  'app in api',
  'app in (api',
  '=api',
  '!',
  'app in',
  'a//b=c',
  'app=-bad',
  `${'x'.repeat(64)}=1`,
  'app=api,',
  'app>banana',
];

const selectorCase = ([topic, selectors]: [string, readonly string[]]): CaseDefinition => ({
  id: `labels-${topic}`,
  name: `label selectors choose by ${topic}`,
  run: async (c) => {
    await createAll(c);
    for (const labelSelector of selectors)
      await c.request({ path: c.at('configmaps'), query: { labelSelector }, facts: namesOf });
  },
});

export const listsSelectorCases = contractCases('lists', [
  ...Object.entries(GOOD).map(selectorCase),
  {
    id: 'labels-bad',
    name: 'a label selector that cannot be read is refused, saying where',
    run: async (c) => {
      for (const labelSelector of BAD)
        await c.request({ path: c.at('configmaps'), query: { labelSelector } });
    },
  },
  {
    id: 'fields',
    name: 'field selectors choose by name and namespace, with =, == and !=',
    run: async (c) => {
      await createAll(c);
      const selectors = [
        'metadata.name=api',
        'metadata.name==api',
        'metadata.name!=api',
        `metadata.namespace=${c.namespace}`,
        'metadata.namespace=elsewhere',
        'metadata.name=api,metadata.name=db',
        'metadata.name=api,metadata.name!=db',
        '',
        'metadata.name=',
      ];
      for (const fieldSelector of selectors)
        await c.request({ path: c.at('configmaps'), query: { fieldSelector }, facts: namesOf });
      const both = { fieldSelector: 'metadata.name!=db', labelSelector: 'tier' };
      await c.request({ path: c.at('configmaps'), query: both, facts: namesOf });
    },
  },
  {
    id: 'fields-of-kinds',
    name: 'kinds have selectable fields of their own',
    run: async (c) => {
      await c.setup({ method: 'POST', path: c.at('pods'), body: pod('p') });
      const secret = { metadata: { name: 's' }, type: 'example.test/kind' };
      await c.setup({ method: 'POST', path: c.at('secrets'), body: secret });
      const query = (resource: string, fieldSelector: string) =>
        c.request({ path: c.at(resource), query: { fieldSelector }, facts: namesOf });
      await query('pods', 'status.phase=Pending');
      await query('pods', 'status.phase!=Pending');
      await query('pods', 'spec.nodeName=');
      await query('pods', 'spec.restartPolicy=Always,spec.schedulerName=default-scheduler');
      await query('pods', 'spec.serviceAccountName=default');
      await query('secrets', 'type=example.test/kind');
      await query('secrets', 'type!=example.test/kind');
    },
  },
  {
    id: 'fields-bad',
    name: 'an unknown or malformed field selector is refused, naming the field',
    run: async (c) => {
      const query = (resource: string, fieldSelector: string) =>
        c.request({ path: c.at(resource), query: { fieldSelector } });
      await query('configmaps', 'data.k=v');
      await query('configmaps', 'metadata.labels=v');
      await query('pods', 'spec.containers=v');
      await query('deployments.apps/v1', 'spec.replicas=1');
      await query('configmaps', 'metadata.name');
      await query('configmaps', 'metadata.name>a');
      await query('configmaps', 'metadata.name=a\\');
      await query('configmaps', 'metadata.name in (a)');
    },
  },
]);
