import { readFileSync } from 'node:fs';

/** Linux counts CPU time in ticks of 10 ms for every process, whatever its own clock does. */
const TICK_MS = 10;

/** CPU time that a process has used so far, user and system together. */
export function cpuTimeMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is the program's name in parentheses and may hold anything; count from its end.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** The memory that a process holds in RAM now. */
export function residentBytes(pid: number): number {
  return procStatus(pid, 'VmRSS') * 1024;
}

/** The most memory that a process ever held in RAM. */
export function peakResidentBytes(pid: number): number {
  return procStatus(pid, 'VmHWM') * 1024;
}

function procStatus(pid: number, field: string): number {
  const line = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1] ?? 0);
}
