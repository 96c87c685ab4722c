declare module 'pg/lib/utils.js' {
  /** Returns a value as the driver sends it. */
  export function prepareValue(value: unknown): unknown
}
