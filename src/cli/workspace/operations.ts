import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DocumentNode, type FragmentDefinitionNode, parse, print, visit } from 'graphql'
import { sources } from './paths.ts'

/** A document in the sources: ``graphql(`query … { … }`)``. Its text has no interpolations. */
const taggedDocument = /\bgraphql\(\s*`([^`]*)`,?\s*\)/g

interface SourceDocument {
  readonly file: string
  readonly text: string
  readonly document: DocumentNode
}

export const readDocuments = (): readonly SourceDocument[] =>
  globSync('**/*.{ts,tsx}', { cwd: sources }).flatMap((file) =>
    [...readFileSync(join(sources, file), 'utf8').matchAll(taggedDocument)].map(([, text = '']) => ({
      file,
      text,
      document: parse(text),
    })),
  )

export const fragmentsOf = (
  documents: readonly SourceDocument[],
): ReadonlyMap<string, FragmentDefinitionNode> =>
  new Map(
    documents
      .flatMap(({ document }) => document.definitions)
      .filter((definition) => definition.kind === 'FragmentDefinition')
      .map((definition) => [definition.name.value, definition]),
  )

/**
 * Replaces each document of a source by its text together with the fragments that it uses. So each part of the application
 * carries the documents of its own screens alone, where the generated function `graphql` would bring all of them into each.
 * A fragment by itself is only a type, and becomes an empty text.
 */
export const withTexts = (code: string, fragments: ReadonlyMap<string, FragmentDefinitionNode>): string =>
  code
    .replace(taggedDocument, (_all, text: string) => JSON.stringify(completeText(text, fragments)))
    .replace(/^import \{ graphql \} from '[^']*\/gql\.ts'$/m, '')

function completeText(text: string, fragments: ReadonlyMap<string, FragmentDefinitionNode>): string {
  const document = parse(text)
  if (document.definitions.every(({ kind }) => kind === 'FragmentDefinition')) return ''
  const used = new Map<string, FragmentDefinitionNode>()
  const collect = (node: DocumentNode | FragmentDefinitionNode) => {
    visit(node, {
      FragmentSpread: ({ name: { value } }) => {
        const fragment = fragments.get(value)
        if (!fragment) throw new Error(`There is no fragment ${value}.`)
        if (used.has(value)) return
        used.set(value, fragment)
        collect(fragment)
      },
    })
  }
  collect(document)
  return [document, ...used.values()].map((node) => print(node)).join('\n')
}
