import type { ServerResponse } from 'node:http';
import type { ContainerLog } from '../logs/container-log.ts';
import { formatEntry, selectEntries, type LogQuery } from '../logs/log-selection.ts';

/** Sends a log, and with `follow` what is still to come, until it ends or the client goes. */
export async function serveLog(log: ContainerLog, query: LogQuery, response: ServerResponse): Promise<void> {
  let [next, startsLine, leftBytes] = [log.next, true, query.limitBytes ?? Infinity];
  const send = async (entries: ReturnType<ContainerLog['from']>): Promise<void> => {
    const texts = entries.map((entry) => {
      const text = formatEntry(entry, query.timestamps, startsLine);
      startsLine = entry.text.endsWith('\n');
      return text;
    });
    const bytes = Buffer.from(texts.join('')).subarray(0, leftBytes);
    leftBytes -= bytes.length;
    if (bytes.length > 0 && !response.write(bytes)) await drained(response);
  };
  response.writeHead(200, { 'content-type': 'text/plain' });
  response.flushHeaders();
  await send(selectEntries(log.from(0), query));
  while (query.follow && leftBytes > 0 && !response.destroyed) {
    const entries = log.from(next);
    next = log.next;
    await send(entries);
    if (log.isEnded && log.next === next) break;
    if (log.next === next) await more(log, response);
  }
  response.end();
}

/** Resolves when there is more, or nobody to send it to. */
function more(log: ContainerLog, response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stop();
      response.off('close', done);
      resolve();
    };
    const stop = log.listen(done);
    response.once('close', done);
  });
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.once('drain', done);
    response.once('close', done);
  });
}
