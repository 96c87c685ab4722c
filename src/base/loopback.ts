/** Returns whether a host name or an address reaches no other machine. */
export const isLoopback = (host: string): boolean => /^(127\.\d+\.\d+\.\d+|\[?::1\]?|localhost)$/.test(host)
