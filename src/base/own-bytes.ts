/**
 * Copies bytes that are kept into memory of their own. What zlib returns is a part of a buffer of 64 kB that it shares with
 * others, and keeping a few bytes would keep all of it.
 */
export const ownBytes = (bytes: Uint8Array): Buffer => Buffer.from(new Uint8Array(bytes).buffer)
