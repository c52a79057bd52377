/**
 * Loaded before each test file: ends one whose tests are over, or failed, and that something keeps alive all the same.
 * (The runner's own limit ends tests, not their process.) One that never yields is ended with the whole run.
 */
const limitMs = Number(process.env['BANYAN_TEST_FILE_LIMIT_MS'] ?? 0);

if (process.env['NODE_TEST_CONTEXT'] !== undefined && limitMs > 0) {
  setTimeout(() => {
    const kept = [...new Set(process.getActiveResourcesInfo())].join(', ');
    console.error(`${process.argv[1]} does not end; it is kept alive by: ${kept}`);
    process.exit(1);
  }, limitMs).unref();
}
