/**
 * Loaded before each test file: property tests then try the same cases on every run, so that a change is never
 * refused for what another change did. `BANYAN_SEED=n` tries others, and the soak tests do so by themselves.
 */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env['BANYAN_SEED'] ?? 1) });
