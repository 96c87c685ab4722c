import { fileURLToPath } from 'node:url'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export const sources = at('../../workspace')

/** The schema that its operations are typed by. */
export const schemaFile = at('../../../schema.graphql')

export const typesFolder = at('../../generated/workspace-operations/')

/** The folder of the built application, from which the server sends it. */
export const outputFolder = at('../../generated/workspace')
