const READS = {
  kubectl: new Set(['get', 'describe', 'logs', 'wait', 'events', 'auth', 'explain']),
  banyan: new Set(['get', 'clusters', 'logs']),
};
/** Flags of both programs that come before the verb, with a value in the next word. */
const FLAGS_WITH_VALUE = new Set(['--context', '--kubeconfig', '-n', '--namespace']);

/** Whether commands only look, so that they may be run until what is expected is there. */
export function isRepeatable(command: string): boolean {
  const lines = command.replaceAll(/\\\n/g, ' ').split('\n');
  return lines.filter((line) => line.trim() !== '').every(isLook);
}

function isLook(line: string): boolean {
  const [program = '', ...words] = line.trim().split(/\s+/);
  if (program !== 'kubectl' && program !== 'banyan') return false;
  const verb = words.find(
    (word, index) => !word.startsWith('-') && !FLAGS_WITH_VALUE.has(words[index - 1] ?? ''),
  );
  return verb !== undefined && READS[program].has(verb);
}
