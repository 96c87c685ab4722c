import { prepareValue } from './driver-members.ts'

/** Returns values as the driver sends them, so that those of a statement which is used again are converted once. */
export const sentValues = (values: readonly unknown[]): readonly unknown[] => values.map(prepareValue)
