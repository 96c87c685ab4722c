import { StartError } from './start-error.ts'

/** Creates the error of a start with variables that are not valid. */
export const invalid = (faults: readonly string[]): StartError =>
  new StartError(`The configuration is not valid:${faults.map((fault) => `\n  ${fault}`).join('')}`)
