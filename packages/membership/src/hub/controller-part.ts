import type { Controller } from '@banyan/controller';

/** One controller, and what is to be let go of when it has run. */
export interface ControllerPart {
  readonly controller: Controller;
  readonly close?: () => void | Promise<void>;
}
