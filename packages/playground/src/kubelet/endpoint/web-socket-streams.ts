import type { WebSocket } from 'ws';
import type { RemoteStreams } from './remote-command.ts';
import { WebSocketChannels } from './web-socket-channels.ts';

const STDIN = 0;
const STDOUT = 1;
const STDERR = 2;
const STATUS = 3;

/** A command's streams on the channels of a WebSocket. What comes about the terminal's size changes nothing here. */
export function webSocketStreams(webSocket: WebSocket): RemoteStreams {
  const channels = new WebSocketChannels(webSocket);
  return {
    stdout: channels.sink(STDOUT),
    stderr: channels.sink(STDERR),
    onInput: (reader) => channels.listen(STDIN, reader),
    onClose: (listener) => channels.onClose(listener),
    finish: async (status) => {
      await channels.send(STATUS, Buffer.from(JSON.stringify(status)));
      channels.close();
    },
  };
}
