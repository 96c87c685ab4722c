import type { Budget } from '../application.ts'

/** Counts the value of a field in an answer, which is a leaf or one or more objects. */
export const countValue = (
  budget: Budget,
  isLeaf: boolean,
  value: unknown,
  parent: unknown,
  name: string | number,
): void => {
  if (isLeaf) budget.answerValue(name, value)
  else if (Array.isArray(value)) budget.answerObjects(value.length, pageSizeOf(parent))
  else if (value !== null && value !== undefined) budget.answerObjects(1)
}

/** Returns the requested number of items, if the parent is a connection. */
const pageSizeOf = (parent: unknown): number | undefined =>
  (parent as { window?: { limit?: number } } | null | undefined)?.window?.limit
