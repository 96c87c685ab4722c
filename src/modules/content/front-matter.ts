import { requirePackage } from '../../require-package.ts'

/**
 * Parses the YAML of front matter. Throws if it is malformed, or has aliases, which could expand a small text to an immense
 * value.
 */
export function parseFrontMatter(yaml: string): unknown {
  const { parse } = requirePackage('yaml') as typeof import('yaml')
  return parse(yaml, { maxAliasCount: 0, logLevel: 'error' })
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
  const text = document.toString({ lineWidth: 0 }).trimEnd()
  return text === '' || text === '{}' ? null : text
}
