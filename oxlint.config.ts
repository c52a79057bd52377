import { defineConfig, type OxlintOverride } from 'oxlint';

/** Which package stands on which: a package imports only from lower layers (ARCHITECTURE.md). */
const LAYERS = [
  ['api', 'patch'],
  ['engine', 'kube', 'tunnel', 'store'],
  ['controller', 'apiserver'],
  [
    'membership',
    'scheduling',
    'distribution',
    'gateway',
    'tree',
    'services',
    'query',
    'insight',
    'playground',
  ],
];
const ALL = LAYERS.flat();

const byPath = {
  regex:
    '^\\.{1,2}/.*/src/|(^|/)\\.\\./\\.\\./(api|patch|engine|kube|tunnel|store|controller|apiserver|testing)/',
  message: 'Import another package by its name, not by its path.',
};

function importing(files: string, forbidden: readonly string[], message: string): OxlintOverride {
  const group = forbidden.flatMap((name) => [`@banyan/${name}`, `@banyan/${name}/**`]);
  const patterns = [{ group, message }, byPath];
  return { files: [files], rules: { 'no-restricted-imports': ['error', { patterns }] } };
}

const importRule = LAYERS.flatMap((layer, height) =>
  layer.flatMap((name) => {
    // The engine decides on plain data: it may not even reach a package with I/O.
    const lower = name === 'engine' ? ['api', 'patch'] : LAYERS.slice(0, height).flat();
    const forbidden = ALL.filter((other) => other !== name && !lower.includes(other));
    const message = `packages/${name} is layer ${height}: it imports only from lower layers (ARCHITECTURE.md).`;
    return [
      importing(`packages/${name}/src/**/*.ts`, [...forbidden, 'testing'], message),
      importing(`packages/${name}/src/**/*.test.ts`, forbidden, message),
    ];
  }),
);

// oxlint reads its configuration from the default export.
// oxlint-disable-next-line import/no-default-export
export default defineConfig({
  plugins: ['typescript', 'import', 'unicorn', 'oxc', 'promise', 'node'],
  categories: { correctness: 'error' },
  ignorePatterns: ['**/generated/**', 'dist/**'],
  rules: {
    'typescript/no-floating-promises': [
      'error',
      {
        // node:test tracks its own tests.
        allowForKnownSafeCalls: [
          {
            from: 'package',
            package: 'node:test',
            name: ['test', 'it', 'describe', 'suite', 'before', 'after'],
          },
        ],
      },
    ],
    'typescript/no-misused-promises': 'error',
    'typescript/await-thenable': 'error',
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/return-await': 'error',
    'typescript/prefer-readonly': 'error',
    'typescript/no-import-type-side-effects': 'error',
    'typescript/consistent-type-imports': 'error',
    'import/no-cycle': 'error',
    'import/no-default-export': 'error',
    'no-console': 'error',
    'no-var': 'error',
    'prefer-const': 'error',
    eqeqeq: ['error', 'always', { null: 'ignore' }],
    'max-lines': ['error', { max: 400 }],
    'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
    'max-params': ['error', { max: 4 }],
  },
  overrides: [
    ...importRule,
    importing('apps/banyan/src/**/*.ts', ['testing'], 'Only tests, scripts and benchmarks import testing.'),
    { files: ['apps/banyan/src/**/*.test.ts'], rules: { 'no-restricted-imports': 'off' } },
    importing(
      'apps/dashboard/src/**',
      [...ALL.filter((name) => name !== 'api'), 'testing'],
      'The dashboard imports packages/api and nothing else of ours.',
    ),
    {
      files: ['**/*.test.ts', 'packages/testing/src/**', 'bench/**'],
      rules: { 'max-lines': 'off', 'max-lines-per-function': 'off' },
    },
    {
      files: ['scripts/**', 'bench/**', 'apps/banyan/**', 'e2e/src/record-transcripts.ts'],
      rules: { 'no-console': 'off' },
    },
  ],
});
