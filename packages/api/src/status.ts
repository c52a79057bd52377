/** Kubernetes' answer to a request that failed, and to some that did not (a delete, for one). */
export interface Status {
  apiVersion: 'v1';
  kind: 'Status';
  metadata?: Record<string, unknown>;
  status?: 'Success' | 'Failure';
  message?: string;
  reason?: string;
  details?: StatusDetails;
  code?: number;
}

export interface StatusDetails {
  name?: string;
  group?: string;
  kind?: string;
  uid?: string;
  causes?: StatusCause[];
  retryAfterSeconds?: number;
}

export interface StatusCause {
  reason?: string;
  message?: string;
  field?: string;
}

/** True for a parsed body that is a Status, whatever its code says. */
export function isStatus(body: unknown): body is Status {
  return (
    typeof body === 'object' &&
    body !== null &&
    (body as Status).kind === 'Status' &&
    (body as Status).apiVersion === 'v1'
  );
}
