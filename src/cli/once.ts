import { StartError } from '../base/start-error.ts'

/** Returns the parser of an option that is given once: of several values nobody knows which one is meant. */
export const once =
  (option: string) =>
  (value: string, before: string | undefined): string => {
    if (before !== undefined) throw new StartError(`${option} was given several times; give it once.`)
    return value
  }
