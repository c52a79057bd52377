import type { ContainerRun } from './container-run.ts';

/** As the kubelet limits it. */
const MAX_BYTES = 4096;
const MAX_LOG_BYTES = 2048;
const MAX_LOG_LINES = 80;
const DEFAULT_PATH = '/dev/termination-log';

/** What a container leaves as its last words: a file, or if it says so the end of its log. */
export function terminationMessage(
  { container, files, log }: ContainerRun,
  code: number,
): string | undefined {
  const { terminationMessagePath = DEFAULT_PATH, terminationMessagePolicy } = container;
  const isThere = files?.kindOf(terminationMessagePath) === 'file';
  const text = isThere ? files.read(terminationMessagePath).subarray(0, MAX_BYTES).toString() : '';
  if (text !== '') return text;
  if (terminationMessagePolicy !== 'FallbackToLogsOnError' || code === 0) return undefined;
  const lines = log?.from(log.next - MAX_LOG_LINES).map((entry) => entry.text) ?? [];
  return lines.join('').slice(-MAX_LOG_BYTES) || undefined;
}
