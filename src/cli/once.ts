import { InvalidArgumentError } from 'commander'

/** Returns the parser of an option that is given once: of several values nobody knows which one is meant. */
export const once =
  (option: string) =>
  (value: string, before: string | undefined): string => {
    if (before !== undefined)
      throw new InvalidArgumentError(`${option} was given several times; give it once.`)
    return value
  }
