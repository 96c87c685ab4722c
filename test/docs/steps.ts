/** The page whose commands a test of its own runs, in one shell. */
export const stepsPage = 'src/docs/operating/steps.md'
