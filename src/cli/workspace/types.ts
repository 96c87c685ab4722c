import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { preset } from '@graphql-codegen/client-preset'
import { codegen } from '@graphql-codegen/core'
import { buildSchema, type GraphQLSchema, getNamedType, isAbstractType, isObjectType, parse } from 'graphql'
import { readDocuments } from './operations.ts'
import { schemaFile, typesFolder } from './paths.ts'

/** Types of the scalars in answers. */
const scalars = {
  CustomFieldContent: 'unknown',
  CustomizationFont: 'unknown',
  CustomizationMonospaceFont: 'unknown',
  DateTime: 'string',
  JSON: 'unknown',
  URL: 'string',
  Upload: 'File',
  ID: 'string',
}

/** Writes the types of the operations of the workspace, and which types the interfaces and unions of the schema have. */
export async function writeTypes(): Promise<void> {
  const schemaText = readFileSync(schemaFile, 'utf8')
  const schema = buildSchema(schemaText)
  mkdirSync(typesFolder, { recursive: true })
  const parts = await preset.buildGeneratesSection({
    baseOutputDir: typesFolder,
    schema: parse(schemaText),
    schemaAst: schema,
    documents: readDocuments().map(({ file, text, document }) => ({
      location: file,
      rawSDL: text,
      document,
    })),
    config: {
      scalars,
      strictScalars: true,
      enumsAsTypes: true,
      useTypeImports: true,
      emitLegacyCommonJSImports: false,
      importExtension: '.ts',
    },
    presetConfig: { fragmentMasking: { unmaskFunctionName: 'unmask' } },
    plugins: [],
    pluginMap: {},
  } as unknown as Parameters<typeof preset.buildGeneratesSection>[0])
  for (const part of parts) writeIfChanged(part.filename, await codegen(part))
  writeIfChanged(`${typesFolder}possible-types.ts`, possibleTypesModule(schema))
  writeIfChanged(`${typesFolder}removals.ts`, removalsModule(schema))
}

/** A file whose time changes is built again. */
function writeIfChanged(file: string, text: string): void {
  try {
    if (readFileSync(file, 'utf8') === text) return
  } catch {}
  writeFileSync(file, text)
}

function possibleTypesModule(schema: GraphQLSchema): string {
  const rows = Object.values(schema.getTypeMap())
    .filter((type) => isAbstractType(type))
    .map((type) => [type.name, schema.getPossibleTypes(type).map(({ name }) => name)])
  return `export const possibleTypes: Record<string, string[]> = ${JSON.stringify(Object.fromEntries(rows))}\n`
}

/** Writes which members of the payloads of mutations name what is gone, each with its type. The user of `removedUserId` is not gone. */
function removalsModule(schema: GraphQLSchema): string {
  const rows = Object.values(schema.getMutationType()?.getFields() ?? {}).map(
    (field): [string, string[][]] => {
      const payload = getNamedType(field.type)
      const members = isObjectType(payload) ? Object.keys(payload.getFields()) : []
      const found = members.flatMap((member) => {
        const type = /^(?:deleted|removed|revoked)(?!User)(\w+)Id$/.exec(member)?.[1]
        return type === undefined ? [] : [[member, type]]
      })
      return [field.name, found]
    },
  )
  const used = Object.fromEntries(rows.filter(([, members]) => members.length > 0))
  return `export const removals: Record<string, [string, string][]> = ${JSON.stringify(used)}\n`
}
