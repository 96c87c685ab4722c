import { requirePackage } from '../../require-package.ts'

/**
 * Parses the YAML of front matter. Throws if it is malformed, or has aliases, which could expand a small text to an immense
 * value.
 */
export function parseFrontMatter(yaml: string): unknown {
  const { parse } = requirePackage('yaml') as typeof import('yaml')
  return parse(yaml, { maxAliasCount: 0, logLevel: 'error' })
}
