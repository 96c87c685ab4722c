import { variableLimits } from '../../../formats/body/limits.ts'

/** Describes variables as JSON, in and out. */
export const variablesDescription = `An object with a value for each name: a text of up to ${variableLimits.value} characters, a number, true or false. Up to ${variableLimits.count} names of letters, digits and \`_\`.`
