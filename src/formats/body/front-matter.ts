import { requirePackage } from '../../base/require-package.ts'

/**
 * Parses the YAML of front matter. Throws if it is malformed, or has aliases, which could expand a small text to an immense
 * value.
 */
export function parseFrontMatter(yaml: string): unknown {
  const { parse } = requirePackage('yaml') as typeof import('yaml')
  return parse(yaml, { maxAliasCount: 0, logLevel: 'error' })
}

/** The members of front matter that fields of a page stand for. */
export const membersOfFields: ReadonlySet<string> = new Set(
  'title slug description emoji icon hidden noIndex noRobotsIndex cover coverY layout'.split(' '),
)

/** Where a member is in front matter: its name or, for a variable of the page, `vars` and its name. */
export type MemberPath = readonly string[]

/** Returns front matter with other members, its comments and all others as they are. Undefined removes one. Null for none at all. */
export function withMembers(
  yaml: string | null,
  changes: Iterable<readonly [path: MemberPath, value: unknown]>,
): string | null {
  const { parseDocument } = requirePackage('yaml') as typeof import('yaml')
  const document = parseDocument(yaml ?? '', { logLevel: 'error' })
  for (const [path, value] of changes)
    if (value !== undefined) document.setIn(path, value)
    else if (document.hasIn(path)) document.deleteIn(path)
  return textOf(document)
}

/** Returns front matter with other variables, its comments and other members as they are. Null for none at all. */
export function withVariables(
  yaml: string | null | undefined,
  variables: Readonly<Record<string, unknown>> | undefined,
): string | null | undefined {
  if (!variables) return yaml
  const { parseDocument } = requirePackage('yaml') as typeof import('yaml')
  const document = parseDocument(yaml ?? '', { logLevel: 'error' })
  if (Object.keys(variables).length > 0) document.set('vars', variables)
  else document.delete('vars')
  return textOf(document)
}

function textOf(document: import('yaml').Document): string | null {
  const text = document.toString({ lineWidth: 0 }).trimEnd()
  return text === '' || text === '{}' ? null : text
}
