/** The frames of remotedialer: three signed varints (message id, connection id, type), for some a fourth, and a body. */
export const FRAME_TYPES = {
  data: 1,
  connect: 2,
  error: 3,
  addClient: 4,
  removeClient: 5,
  pause: 6,
  resume: 7,
  /** The connections that the sender has, eight bytes each; newer agents send it every minute. */
  sync: 8,
} as const;

export interface Frame {
  readonly type: number;
  readonly connectionId: number;
  readonly body: Buffer;
}

/** Ends a connection in order. */
export const EOF = 'EOF';
/** The reader takes no more of an address (here with its `tcp/`) and of an error's words. */
export const MAX_ADDRESS_BYTES = 100;
export const MAX_ERROR_BYTES = 100;
/** The fourth varint of data and connect: a time-out in milliseconds that no reader heeds any more. */
const LEGACY_DEADLINE_MS = 15_000;
const MAX_VARINT_BYTES = 10;

export function encodeFrame(messageId: number, { type, connectionId, body }: Frame): Buffer {
  const header: number[] = [];
  appendVarint(header, messageId);
  appendVarint(header, connectionId);
  appendVarint(header, type);
  if (hasDeadline(type)) appendVarint(header, LEGACY_DEADLINE_MS);
  const frame = Buffer.allocUnsafe(header.length + body.length);
  frame.set(header);
  frame.set(body, header.length);
  return frame;
}

/** Throws a RangeError for what is no frame. The body is a part of the message, not a copy. */
export function decodeFrame(message: Buffer): Frame {
  let at = skipVarint(message, 0);
  const connectionId = readVarint(message, at);
  at = skipVarint(message, at);
  const type = readVarint(message, at);
  at = skipVarint(message, at);
  if (hasDeadline(type)) at = skipVarint(message, at);
  return { type, connectionId, body: message.subarray(at) };
}

/** The body of a sync frame. */
export function decodeConnectionIds(body: Buffer): ReadonlySet<number> {
  if (body.length % 8 !== 0) throw new RangeError('the list of connections is cut off');
  const ids = new Set<number>();
  for (let at = 0; at < body.length; at += 8) ids.add(Number(body.readBigUInt64LE(at)));
  return ids;
}

function hasDeadline(type: number): boolean {
  return type === FRAME_TYPES.data || type === FRAME_TYPES.connect;
}

/** Of numbers that are not negative: zig-zag doubles them. */
function appendVarint(bytes: number[], value: number): void {
  let rest = value * 2;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) + 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest);
}

function skipVarint(message: Buffer, start: number): number {
  for (let at = start; at < start + MAX_VARINT_BYTES; at += 1) {
    const byte = message[at];
    if (byte === undefined) throw new RangeError('the frame is cut off');
    if (byte < 0x80) return at + 1;
  }
  throw new RangeError('a number of the frame is too long');
}

function readVarint(message: Buffer, start: number): number {
  const end = skipVarint(message, start);
  let value = 0n;
  for (let at = end - 1; at >= start; at -= 1) value = (value << 7n) | BigInt((message[at] ?? 0) & 0x7f);
  const signed = (value >> 1n) ^ -(value & 1n);
  return Number(BigInt.asIntN(64, signed));
}
