/** The same part of two texts. */
export interface Part {
  readonly beforeFrom: number
  readonly beforeTo: number
  readonly afterFrom: number
  readonly afterTo: number
}

export const sizeOf = ({ beforeFrom, beforeTo, afterFrom, afterTo }: Part): number =>
  beforeTo - beforeFrom + afterTo - afterFrom
