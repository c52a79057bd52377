/**
 * Loaded before each test file: property tests then try the same cases on every run, so that a change is never
 * refused for what another change did. `BANYAN_SEED=n` tries others, and the soak tests do so by themselves.
 */
const FAST_CHECK_PARAMETERS = Symbol.for('fast-check/GlobalParameters');

// Set as fast-check itself would: importing it into every test file would cost more than most of them.
Object.assign(globalThis, { [FAST_CHECK_PARAMETERS]: { seed: Number(process.env['BANYAN_SEED'] ?? 1) } });
