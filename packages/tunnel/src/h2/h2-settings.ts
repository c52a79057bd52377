/** The WebSocket subprotocol: HTTP/2 in binary messages, the hub being the client of it. */
export const H2_PROTOCOL = 'banyan.h2.v1';

/** What a sender may have under way on one stream: 160 MB/s at 50 ms of delay. */
export const STREAM_WINDOW_BYTES = 8 * 1024 * 1024;
/** Node gives back what came at the level of the session at once, so a stream that is not read holds up no other. */
export const SESSION_WINDOW_BYTES = 16 * 1024 * 1024;
/** Node's 10 MB would refuse streams of a session with two slow readers. The hub's own bound is `maxBufferedBytes`. */
export const SESSION_MEMORY_MB = 1024;
/** Streams of one session: more are refused by the hub before the agent would. */
export const MAX_STREAMS = 10_000;
/** Requests that are given up are ordinary here: a watch that ends, a client that goes. Node's 33/s are for strangers. */
export const RESET_BURST = 20_000;
export const RESETS_PER_SECOND = 2_000;

/**
 * A setting of HTTP/2 that the hub sends, in milliseconds: an agent that has lost its session and was not let in at once
 * comes again at some moment of this time. The more sessions the hub holds, the longer it is.
 */
export const SPREAD_SETTING = 0xba01;

/** Why a dial failed, beside its status. */
export const REASON_HEADER = 'banyan-reason';
/** Asks the agent to connect anew, and to end this session when the new one is up. */
export const MOVE_PATH = '/move';
