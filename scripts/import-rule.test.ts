import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..');

const cases: { file: string; imports: string; allowed: boolean }[] = [
  { file: 'packages/controller/src/x.ts', imports: '@banyan/kube', allowed: true },
  { file: 'packages/kube/src/x.ts', imports: '@banyan/controller', allowed: false },
  { file: 'packages/kube/src/x.ts', imports: '@banyan/tunnel', allowed: false },
  { file: 'packages/patch/src/x.ts', imports: '@banyan/api', allowed: false },
  { file: 'packages/engine/src/x.ts', imports: '@banyan/kube', allowed: false },
  { file: 'packages/engine/src/x.ts', imports: '@banyan/patch', allowed: true },
  { file: 'packages/membership/src/x.ts', imports: '@banyan/gateway', allowed: false },
  { file: 'packages/kube/src/x.ts', imports: '@banyan/testing', allowed: false },
  { file: 'packages/kube/src/x.test.ts', imports: '@banyan/testing', allowed: true },
  { file: 'packages/kube/src/x.ts', imports: '../../api/src/status.ts', allowed: false },
  { file: 'packages/kube/src/cache/x.ts', imports: '../../../api/src/status.ts', allowed: false },
  { file: 'packages/kube/src/x.ts', imports: '@banyan/controller/src/foo.ts', allowed: false },
  { file: 'packages/kube/src/x.ts', imports: './../../api/src/status.ts', allowed: false },
  { file: 'packages/kube/src/x.ts', imports: '../../controller/index.ts', allowed: false },
  { file: 'apps/banyan/src/x.ts', imports: '@banyan/testing', allowed: false },
  { file: 'apps/banyan/src/x.ts', imports: '@banyan/kube', allowed: true },
  { file: 'apps/dashboard/src/x.ts', imports: '@banyan/kube', allowed: false },
];

for (const { file, imports, allowed } of cases) {
  test(`${file} ${allowed ? 'may' : 'may not'} import ${imports}`, () => {
    const dir = mkdtempSync(join(tmpdir(), 'banyan-lint-'));
    try {
      copyFileSync(join(root, 'oxlint.config.ts'), join(dir, 'oxlint.config.ts'));
      symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'));
      mkdirSync(dirname(join(dir, file)), { recursive: true });
      writeFileSync(join(dir, file), `import * as other from '${imports}';\nexport const it = other;\n`);
      const lint = spawnSync(join(root, 'node_modules/.bin/oxlint'), [file], { cwd: dir, encoding: 'utf8' });
      assert.match(lint.stdout, /on 1 file /);
      assert.equal(!lint.stdout.includes('no-restricted-imports'), allowed, lint.stdout);
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  });
}
