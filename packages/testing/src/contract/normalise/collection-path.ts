/** Whether an answer's version is the server's, as a list's is, and not an object's: decided by what was asked for. */
export function asksForCollection(method: string, path: string): boolean {
  if (method !== 'GET' && method !== 'DELETE') return false;
  const parts =
    path
      .split('?', 1)[0]
      ?.split('/')
      .filter((part) => part !== '') ?? [];
  const inGroup = parts.slice(parts[0] === 'apis' ? 3 : 2);
  const inNamespace = inGroup[0] === 'namespaces' && inGroup.length > 2 ? inGroup.slice(2) : inGroup;
  return inNamespace.length === 1;
}
