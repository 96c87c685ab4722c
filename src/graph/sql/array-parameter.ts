/**
 * Returns SQL for an array parameter whose length the planner does not see. It would take the length of a plain parameter
 * for the number of rows, and as a plan for arrays of any length seems to cost more, it would plan the statement each time.
 */
export const arrayParameter = (parameter: string, type: 'text' | 'int' | 'bool' = 'text'): string =>
  `(SELECT ${parameter}::${type}[])::${type}[]`
